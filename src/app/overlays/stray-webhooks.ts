import type { StrayWebhook } from "../public-url.ts";

/** What became of one of them. */
export type MoveState =
  | { readonly kind: "waiting" | "updating" | "updated" }
  | { readonly kind: "failed"; readonly why: string };

export interface Move extends StrayWebhook {
  readonly state: MoveState;
}

/** Offers to update the webhooks that send to where the tunnel no longer is. */
export interface StrayWebhooksDialog {
  readonly kind: "stray-webhooks";
  readonly moves: readonly Move[];
  /** False for the first moment of one that came up by itself: a key pressed in it was meant for something else. */
  readonly listens: boolean;
  readonly updating: boolean;
}

export function strayWebhooksDialog(strays: readonly StrayWebhook[], listens: boolean): StrayWebhooksDialog {
  const moves = strays.map((stray): Move => ({ ...stray, state: { kind: "waiting" } }));
  return { kind: "stray-webhooks", moves, listens, updating: false };
}

/** Those that are still to be updated, also after they have failed. */
export function openMoves({ moves }: StrayWebhooksDialog): readonly Move[] {
  return moves.filter(({ state }) => state.kind === "waiting" || state.kind === "failed");
}

export function withMove(dialog: StrayWebhooksDialog, id: string, state: MoveState): StrayWebhooksDialog {
  return { ...dialog, moves: dialog.moves.map((move) => (move.id === id ? { ...move, state } : move)) };
}
