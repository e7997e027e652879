import type { ListView } from "../list.ts";
import type { ActivityList, DispatchPage } from "../overlays/activity.ts";
import type { CommentDialog } from "../overlays/comment-dialog.ts";
import type { ForwardDialog } from "../overlays/forward-dialog.ts";
import type { ReplayDialog } from "../overlays/replay-dialog.ts";
import type { StrayWebhooksDialog } from "../overlays/stray-webhooks.ts";
import type { TriggerDialog } from "../overlays/trigger-dialog.ts";
import type { WebhookForm } from "../overlays/webhook-form.ts";
import { createSlice, type AppState } from "../slice.ts";
import type { Store } from "../store.ts";
import type { TextField } from "../text-field.ts";

/** Action of a confirmed dialog. */
export type ConfirmedAction =
  | { readonly kind: "delete-webhook"; readonly id: string }
  | { readonly kind: "cancel-job"; readonly id: string }
  | { readonly kind: "discard"; readonly dialog: "webhook-form" | "comment" }
  | { readonly kind: "close-tunnel" };

export interface ConfirmDialog {
  readonly kind: "confirm";
  readonly title: string;
  readonly lines: readonly string[];
  /** Label of the confirming key: `y delete`. */
  readonly verb: string;
  readonly action: ConfirmedAction;
}

export interface Palette {
  readonly kind: "palette";
  readonly query: TextField;
  readonly view: ListView;
}

export interface HelpPage {
  readonly kind: "help";
  readonly view: ListView;
}

export interface MessageList {
  readonly kind: "messages";
  readonly view: ListView;
}

export type Overlay =
  | ConfirmDialog
  | Palette
  | HelpPage
  | MessageList
  | WebhookForm
  | TriggerDialog
  | ReplayDialog
  | ForwardDialog
  | StrayWebhooksDialog
  | ActivityList
  | DispatchPage
  | CommentDialog;

export const screenNames = ["webhooks", "deliveries", "policies", "jobs"] as const;
export type ScreenName = (typeof screenNames)[number];

export interface NavState {
  readonly screen: ScreenName;
  /** Dialogs over the screen; the last one is focused. */
  readonly dialogs: readonly Overlay[];
}

const initialNav: NavState = { screen: "webhooks", dialogs: [] };

/** Where the user is. */
export const navSlice = createSlice("nav", initialNav, {
  showScreen: (state, screen: ScreenName): NavState => ({ ...state, screen }),
  openOverlay: (state, dialog: Overlay): NavState => ({ ...state, dialogs: [...state.dialogs, dialog] }),
  /** Closes the focused dialog. */
  closeOverlay: (state): NavState =>
    state.dialogs.length === 0 ? state : { ...state, dialogs: state.dialogs.slice(0, -1) },
  /**
   * Closes the dialogs of a kind, and the one that asks to discard them: a save may complete while a dialog is
   * open over its form.
   */
  closeOverlays: (state, kind: Overlay["kind"]): NavState => ({
    ...state,
    dialogs: state.dialogs.filter(
      (dialog) =>
        dialog.kind !== kind &&
        !(dialog.kind === "confirm" && dialog.action.kind === "discard" && dialog.action.dialog === kind),
    ),
  }),
  /** Replaces the dialogs of the same kind. */
  putOverlay: (state, dialog: Overlay): NavState => ({
    ...state,
    dialogs: state.dialogs.map((one) => (one.kind === dialog.kind ? dialog : one)),
  }),
});
export const { showScreen, openOverlay, closeOverlay, closeOverlays, putOverlay } = navSlice.actions;

export function topOverlay(state: AppState): Overlay | null {
  return navSlice.get(state).dialogs.at(-1) ?? null;
}

export function findOverlay<Kind extends Overlay["kind"]>(
  state: AppState,
  kind: Kind,
): Extract<Overlay, { kind: Kind }> | null {
  const overlay = navSlice.get(state).dialogs.findLast((one) => one.kind === kind);
  return (overlay as Extract<Overlay, { kind: Kind }> | undefined) ?? null;
}

/** Changes the dialog of a kind, if it is open. */
export function changeOverlay<Kind extends Overlay["kind"]>(
  store: Store,
  kind: Kind,
  change: (overlay: Extract<Overlay, { kind: Kind }>) => Overlay,
): void {
  const open = findOverlay(store.get(), kind);
  if (open !== null) store.dispatch(putOverlay(change(open)));
}
