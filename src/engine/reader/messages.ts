import type { WireError } from "../../model/error-wire.ts";
import type { Filter } from "../../model/filter.ts";
import type { PageQuery } from "../../store/ports.ts";

/** A call of `DeliveryReader`. */
export type ReaderQuestion =
  | { readonly method: "page"; readonly query: PageQuery }
  | { readonly method: "get"; readonly seq: number }
  | { readonly method: "count"; readonly filter: Filter }
  | { readonly method: "lastSeq" };

/** What the thread is started with. */
export interface ReaderThreadData {
  readonly dataDir: string;
  /** One Int32: calls with an id up to it are dropped. Shared memory, because a busy thread does not get to its messages. */
  readonly dropped: SharedArrayBuffer;
  /** See store/sqlite/decompressing.ts. */
  readonly decompression: SharedArrayBuffer;
}

export interface ReaderCall {
  /** Counts up from 1. */
  readonly id: number;
  readonly question: ReaderQuestion;
}

export type ReaderAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: WireError }
  | { readonly id: number; readonly dropped: true };
