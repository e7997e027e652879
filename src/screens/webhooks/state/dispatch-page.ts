import type { DispatchDetail } from "../../../model/dispatch.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { initialViewer, type ViewerState } from "../../../tui/viewer/state.ts";

/** Attempts of a dispatch, shown over the activity. */
export interface DispatchPage {
  readonly kind: "dispatch";
  readonly webhookId: string;
  readonly id: number;
  /** Attempts and payload; null while loading. */
  readonly detail: DispatchDetail | null;
  /** Position in attempts and payload. */
  readonly viewer: ViewerState;
  readonly error: string | null;
}

export const dispatchKind = dialogKind<DispatchPage>("dispatch");

export function dispatchPage(webhookId: string, id: number): DispatchPage {
  return { kind: "dispatch", webhookId, id, detail: null, viewer: initialViewer, error: null };
}
