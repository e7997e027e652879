import type { ListView } from "../list.ts";
import type { ActivityList, DispatchPage } from "../overlays/activity.ts";
import type { CommentDialog } from "../overlays/comment-dialog.ts";
import type { ForwardDialog } from "../overlays/forward-dialog.ts";
import type { ReplayDialog } from "../overlays/replay-dialog.ts";
import type { StrayWebhooksDialog } from "../overlays/stray-webhooks.ts";
import type { TriggerDialog } from "../overlays/trigger-dialog.ts";
import type { WebhookForm } from "../overlays/webhook-form.ts";
import type { TextField } from "../text-field.ts";
import type { AppState } from "./app-state.ts";

/** Action of a confirmed dialog. */
export type ConfirmedAction =
  | { readonly kind: "delete-webhook"; readonly id: string }
  | { readonly kind: "cancel-job"; readonly id: string }
  | { readonly kind: "discard-form" }
  | { readonly kind: "close-tunnel" }
  | { readonly kind: "discard-comment" };

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

export function topOverlay({ overlays }: AppState): Overlay | null {
  return overlays.at(-1) ?? null;
}

export const openOverlay =
  (overlay: Overlay) =>
  (state: AppState): AppState => ({ ...state, overlays: [...state.overlays, overlay] });

export function closeOverlay(state: AppState): AppState {
  return state.overlays.length === 0 ? state : { ...state, overlays: state.overlays.slice(0, -1) };
}

/** Closes the overlays of a kind: a save may complete while a dialog is open over its form. */
export const closeOverlays =
  (kind: Overlay["kind"]) =>
  (state: AppState): AppState => ({
    ...state,
    overlays: state.overlays.filter((overlay) => overlay.kind !== kind),
  });

/** Closes the form and the dialog that asks to discard it. */
export function closeForm(state: AppState): AppState {
  const overlays = state.overlays.filter(
    (overlay) =>
      overlay.kind !== "webhook-form" &&
      !(overlay.kind === "confirm" && overlay.action.kind === "discard-form"),
  );
  return { ...state, overlays };
}

/** Closes the comment dialog and the dialog that asks to discard it. */
export function closeComment(state: AppState): AppState {
  const overlays = state.overlays.filter(
    (overlay) =>
      overlay.kind !== "comment" &&
      !(overlay.kind === "confirm" && overlay.action.kind === "discard-comment"),
  );
  return { ...state, overlays };
}

/** Updates the overlay of a kind, if it is open. */
export const withOverlay =
  <Kind extends Overlay["kind"]>(
    kind: Kind,
    change: (overlay: Extract<Overlay, { kind: Kind }>) => Overlay,
  ) =>
  (state: AppState): AppState => ({
    ...state,
    overlays: state.overlays.map((overlay) =>
      overlay.kind === kind ? change(overlay as Extract<Overlay, { kind: Kind }>) : overlay,
    ),
  });

export function findOverlay<Kind extends Overlay["kind"]>(
  state: AppState,
  kind: Kind,
): Extract<Overlay, { kind: Kind }> | null {
  const overlay = state.overlays.findLast((one) => one.kind === kind);
  return (overlay as Extract<Overlay, { kind: Kind }> | undefined) ?? null;
}
