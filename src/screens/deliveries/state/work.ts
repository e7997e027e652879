import type { ExportKind } from "../../../engine/export/formats.ts";
import type { LeftOut } from "../../../engine/replay-seqs.ts";
import type { Selection } from "../../../store/selection.ts";
import { createSlice } from "../../../tui/state/slice.ts";

/** Replay of many deliveries. */
export interface BulkReplay {
  readonly kind: "replay";
  readonly selection: Selection;
  /** Number of deliveries to send. */
  readonly total: number;
  readonly leftOut: LeftOut;
  /** URL to send to; null for the routes of the deliveries. */
  readonly to: string | null;
  /** Maximum deliveries per second. */
  readonly perSecond: number;
}

/** Export of many deliveries. */
export interface BulkExport {
  readonly kind: "export";
  readonly selection: Selection;
  /** Number of deliveries; null if it is not counted. */
  readonly total: number | null;
  readonly as: ExportKind;
  /** Absolute path. */
  readonly path: string;
  /** True to replace what is at the path. */
  readonly force: boolean;
}

export type BulkWork = BulkReplay | BulkExport;

/** Replay or export of many deliveries: the running one, or the last one. */
export interface Work {
  readonly kind: "replay" | "export";
  /** Target of the replay or path of the export, for texts: `to their routes`. */
  readonly where: string;
  /** Number of deliveries; null if it is not counted. */
  readonly total: number | null;
  readonly ok: number;
  readonly failed: number;
  /** Deliveries that wait in the queue of their forward. */
  readonly waiting: number;
  /** Deliveries left out of a replay, not part of the total. */
  readonly leftOut: LeftOut;
  /** Deliveries per second since the start. */
  readonly perSecond: number;
  /** Time of the start in milliseconds since 1970. */
  readonly startedMs: number;
  /** Originals with failed replays, at most `maxFailedSeqs`. */
  readonly failedSeqs: readonly number[];
  /** Null while the work runs; `error` is null unless an error ended it. */
  readonly ended: { readonly canceled: boolean; readonly error: string | null } | null;
}

/** Maximum numbers of failed deliveries that are kept, to be marked. */
export const maxFailedSeqs = 10_000;

export interface WorkState {
  /** Work that a confirmation asks about. */
  readonly asked: BulkWork | null;
  readonly work: Work | null;
}

const noWork: WorkState = { work: null, asked: null };

export const workSlice = createSlice("deliveryWork", noWork, {
  workAsked: (state, asked: BulkWork): WorkState => ({ ...state, asked }),
  workStarted: (_, work: Pick<Work, "kind" | "where" | "total" | "leftOut" | "startedMs">): WorkState => ({
    asked: null,
    work: { ...work, ok: 0, failed: 0, waiting: 0, perSecond: 0, failedSeqs: [], ended: null },
  }),
  workChanged: ({ work, asked }, change: Partial<Work>): WorkState => ({
    asked,
    work: work === null ? null : { ...work, ...change },
  }),
});
export const { workAsked, workStarted, workChanged } = workSlice.actions;

/** Returns the number of deliveries that the work has finished. */
export function doneCount({ ok, failed, waiting }: Pick<Work, "ok" | "failed" | "waiting">): number {
  return ok + failed + waiting;
}
