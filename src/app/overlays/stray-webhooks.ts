import type { StrayWebhook } from "../public-url.ts";

/** Progress of one webhook's update. */
export type MoveState =
  | { readonly kind: "waiting" | "updating" | "updated" }
  | { readonly kind: "failed"; readonly why: string };

export interface Move extends StrayWebhook {
  readonly state: MoveState;
}

/** Dialog that offers to update webhooks with old tunnel URLs. */
export interface StrayWebhooksDialog {
  readonly kind: "stray-webhooks";
  readonly moves: readonly Move[];
  /** False right after the dialog opened by itself: keys were meant for the screen. */
  readonly listens: boolean;
  readonly updating: boolean;
}

export function strayWebhooksDialog(strays: readonly StrayWebhook[], listens: boolean): StrayWebhooksDialog {
  const moves = strays.map((stray): Move => ({ ...stray, state: { kind: "waiting" } }));
  return { kind: "stray-webhooks", moves, listens, updating: false };
}

/** Returns the webhooks to update, including failed ones. */
export function openMoves({ moves }: StrayWebhooksDialog): readonly Move[] {
  return moves.filter(({ state }) => state.kind === "waiting" || state.kind === "failed");
}

export function withMove(dialog: StrayWebhooksDialog, id: string, state: MoveState): StrayWebhooksDialog {
  return { ...dialog, moves: dialog.moves.map((move) => (move.id === id ? { ...move, state } : move)) };
}
