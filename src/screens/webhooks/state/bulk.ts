import type { Webhook, WebhookChange } from "../../../model/webhook.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { webhookViewSlice } from "./view.ts";
import { selectedWebhook, webhooksSlice } from "./webhooks.ts";

/** Change of one or more webhooks. */
export type Act = "enable" | "disable" | "delete";

/** Texts of the acts. */
export const actTexts = {
  enable: { doing: "enabling", done: "enabled", opposite: "disables" },
  disable: { doing: "disabling", done: "disabled", opposite: "enables" },
  delete: { doing: "deleting", done: "deleted", opposite: "restores" },
  change: { doing: "changing", done: "changed", opposite: "restores" },
} as const satisfies Record<UndoableAct["act"], Record<string, string>>;

export interface BulkState {
  /** Act on several webhooks; null while none runs. */
  readonly running: {
    readonly doing: string;
    readonly total: number;
    readonly done: number;
    readonly failed: number;
  } | null;
  /** Undoable actions, oldest first; the newest is undone first. */
  readonly undoable: readonly UndoableAct[];
}

export interface UndoableAct {
  readonly act: Act | "change";
  /** The webhooks before the act. */
  readonly webhooks: readonly Webhook[];
  /** Changes that restore changed webhooks, in order; none for other actions. */
  readonly restoring: readonly WebhookChange[];
  /** Time at which the act can no longer be undone. */
  readonly untilMs: number;
}

const initialBulk: BulkState = { running: null, undoable: [] };

export const bulkSlice = createSlice("webhookBulk", initialBulk, {
  bulkCounted: (state, result: "done" | "failed"): BulkState => ({
    ...state,
    running: state.running === null ? null : { ...state.running, [result]: state.running[result] + 1 },
  }),
  actUndoable: (state, act: UndoableAct): BulkState => ({ ...state, undoable: [...state.undoable, act] }),
  actUndone: (state, act: UndoableAct): BulkState => ({
    ...state,
    undoable: state.undoable.filter((one) => one !== act),
  }),
  /** Gives restored webhooks their new IDs in earlier actions, to be undone next. */
  webhooksRestored: (state, newIds: ReadonlyMap<string, string>): BulkState => ({
    ...state,
    undoable: state.undoable.map((one) => ({
      ...one,
      webhooks: one.webhooks.map((webhook) => ({ ...webhook, id: newIds.get(webhook.id) ?? webhook.id })),
    })),
  }),
  undoExpired(state, nowMs: number): BulkState {
    const undoable = state.undoable.filter(({ untilMs }) => untilMs > nowMs);
    return undoable.length === state.undoable.length ? state : { ...state, undoable };
  },
});
export const {
  set: setBulk,
  bulkCounted,
  actUndoable,
  actUndone,
  webhooksRestored,
  undoExpired,
} = bulkSlice.actions;

/** Returns the marked webhooks, otherwise the selected one, or none. */
export function actedOn(state: AppState): readonly Webhook[] {
  const { marks } = webhookViewSlice.get(state);
  const marked = new Set(marks);
  const found = marks.length === 0 ? [] : webhooksSlice.get(state).items.filter(({ id }) => marked.has(id));
  const selected = selectedWebhook(state);
  return found.length > 0 ? found : selected === null ? [] : [selected];
}

/** Returns the action of the switch key: enables if any of the webhooks is disabled. */
export function switchOf(webhooks: readonly Webhook[]): "enable" | "disable" {
  return webhooks.some(({ disabled }) => disabled) ? "enable" : "disable";
}

/** Returns the webhooks that an act changes. */
export function changedBy(act: Act, webhooks: readonly Webhook[]): readonly Webhook[] {
  return act === "delete" ? webhooks : webhooks.filter(({ disabled }) => disabled === (act === "enable"));
}

/** Returns the reason why no action on webhooks can start, or null. */
export function needsActedOn(state: AppState): string | null {
  const { running } = bulkSlice.get(state);
  if (running !== null) return `the hub is still ${running.doing} webhooks`;
  const webhooks = actedOn(state);
  const [first] = webhooks;
  if (first === undefined) return "no webhook is selected";
  const busy = webhooks.length === 1 ? webhooksSlice.get(state).busy[first.id] : undefined;
  return busy === undefined ? null : `the hub is still ${busy} this webhook`;
}
