import type { DeliveryReader } from "../../store/ports.ts";
import type { WireError } from "../error-wire.ts";

/** What can be asked of the thread. */
export type ReaderMethod = Exclude<keyof DeliveryReader, "close">;

/** What the thread is started with. */
export interface ReaderThreadData {
  readonly dataDir: string;
  /** One Int32: calls with an id up to it are dropped. Shared memory, because a busy thread does not get to its messages. */
  readonly dropped: SharedArrayBuffer;
}

export interface ReaderCall {
  /** Counts up from 1. */
  readonly id: number;
  readonly method: ReaderMethod;
  readonly args: readonly unknown[];
}

export type ReaderAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: WireError }
  | { readonly id: number; readonly dropped: true };
