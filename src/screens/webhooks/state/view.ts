import type { WebhookNames } from "../../../engine/webhook-names.ts";
import { shortenId } from "../../../text/identifiers.ts";
import { type Visible, visible } from "../../../text/visible.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { noTextFilter, type TextFilter } from "../../../tui/text-filter.ts";

/** Choices of the user about the list of webhooks. */
export interface WebhookViewState extends TextFilter {
  /** IDs of the marked webhooks, in the order of marking. */
  readonly marks: readonly string[];
  /** True to group webhooks of one host under a heading. */
  readonly isGrouped: boolean;
  /** Names of webhooks by ID. */
  readonly names: WebhookNames;
}

const initialView: WebhookViewState = { ...noTextFilter, marks: [], isGrouped: false, names: {} };

export const webhookViewSlice = createSlice("webhookView", initialView, {
  /** Marks a webhook, or removes its mark. */
  toggleWebhookMark: (state, id: string): WebhookViewState => ({
    ...state,
    marks: state.marks.includes(id) ? state.marks.filter((one) => one !== id) : [...state.marks, id],
  }),
  /** Adds marks; the next range starts at the last one. */
  markWebhooks(state, ids: readonly string[]): WebhookViewState {
    const added = new Set(ids);
    return { ...state, marks: [...state.marks.filter((id) => !added.has(id)), ...ids] };
  },
});
export const { set: setWebhookView, toggleWebhookMark, markWebhooks } = webhookViewSlice.actions;

/** Returns the local name of a webhook, or null. */
export function webhookName(state: AppState, id: string): string | null {
  const { names } = webhookViewSlice.get(state);
  return Object.hasOwn(names, id) ? (names[id] ?? null) : null;
}

/** Returns the name of a webhook, otherwise its ID: shortened on the screen, whole for a screen reader. */
export function shownName(state: AppState, id: string): Visible {
  const { isLinear } = windowSlice.get(state);
  return visible(webhookName(state, id) ?? (isLinear ? id : shortenId(id)));
}
