import type { Webhook } from "../../../model/webhook.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { webhookViewSlice } from "../../webhook-view.ts";
import { selectedWebhook, webhooksSlice } from "../../webhooks-state.ts";

/** Change of one or more webhooks. */
export type Act = "enable" | "disable" | "delete";

/** Texts of the acts. */
export const actTexts = {
  enable: { doing: "enabling", done: "enabled", opposite: "disables" },
  disable: { doing: "disabling", done: "disabled", opposite: "enables" },
  delete: { doing: "deleting", done: "deleted", opposite: "restores" },
} as const satisfies Record<Act, Record<string, string>>;

export interface BulkState {
  /** Act on several webhooks; null while none runs. */
  readonly running: {
    readonly doing: string;
    readonly total: number;
    readonly done: number;
    readonly failed: number;
  } | null;
  /** Last act, while it can be undone; null otherwise. */
  readonly undoable: {
    readonly act: Act;
    /** The webhooks before the act. */
    readonly webhooks: readonly Webhook[];
    readonly untilMs: number;
  } | null;
}

const initialBulk: BulkState = { running: null, undoable: null };

export const bulkSlice = createSlice("webhookBulk", initialBulk, {
  bulkCounted: (state, result: "done" | "failed"): BulkState => ({
    ...state,
    running: state.running === null ? null : { ...state.running, [result]: state.running[result] + 1 },
  }),
});
export const { set: setBulk, bulkCounted } = bulkSlice.actions;

/** Returns the marked webhooks, or else the selected one; none if there is neither. */
export function actedOn(state: AppState): readonly Webhook[] {
  const { marks } = webhookViewSlice.get(state);
  const marked = new Set(marks);
  const found = marks.length === 0 ? [] : webhooksSlice.get(state).items.filter(({ id }) => marked.has(id));
  const selected = selectedWebhook(state);
  return found.length > 0 ? found : selected === null ? [] : [selected];
}

/** Returns the act of the key that switches: it enables if one of the webhooks is disabled. */
export function switchOf(webhooks: readonly Webhook[]): "enable" | "disable" {
  return webhooks.some(({ disabled }) => disabled) ? "enable" : "disable";
}

/** Returns the webhooks that an act changes. */
export function changedBy(act: Act, webhooks: readonly Webhook[]): readonly Webhook[] {
  return act === "delete" ? webhooks : webhooks.filter(({ disabled }) => disabled === (act === "enable"));
}

/** Returns why no act on webhooks can start; null if one can. */
export function needsActedOn(state: AppState): string | null {
  const { running } = bulkSlice.get(state);
  if (running !== null) return `the hub is still ${running.doing} webhooks`;
  const webhooks = actedOn(state);
  const [first] = webhooks;
  if (first === undefined) return "no webhook is selected";
  const busy = webhooks.length === 1 ? webhooksSlice.get(state).busy[first.id] : undefined;
  return busy === undefined ? null : `the hub is still ${busy} this webhook`;
}
