import type { HandlerCall } from "./call-handler.ts";

/** What a thread is started with. */
export interface ThreadData {
  /** URL of the module whose default export is the handler. */
  readonly entry: string;
  readonly route: string;
  /** Text by path, read instead of the file: a thread that is started again gets what the one before it had loaded. */
  readonly sources: ReadonlyMap<string, string>;
  /** One Int32: see `progress.ts`. */
  readonly progress: SharedArrayBuffer;
}

/** A file of the handler's own that was loaded, or would have been, had it been there. */
export interface LoadedFile {
  readonly path: string;
  /** Null: it is not there. */
  readonly text: string | null;
  /** Milliseconds since 1970, with fractions; 0 where there is none. */
  readonly modifiedMs: number;
}

/** Calls of one turn in one message. */
export interface CallBatch {
  /** JSON of `CallFields[]`: one long string is copied at a fraction of what so many objects cost. */
  readonly calls: string;
  /** All bodies, one after the other. */
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** Answers of one turn in one message. */
export interface AnswerBatch {
  /** JSON of `AnswerFields[]`. */
  readonly answers: string;
  /** Bodies that are bytes and no text. */
  readonly bodies: readonly Uint8Array[];
}

export type ToThread =
  | { readonly kind: "calls"; readonly batch: CallBatch }
  /** The signal of a call is aborted; why, in words. */
  | { readonly kind: "abort"; readonly id: number; readonly why: string }
  /** No more calls will come: the thread ends when nothing of the handler's runs any more. */
  | { readonly kind: "retire" };

export type FromThread =
  | { readonly kind: "file"; readonly file: LoadedFile }
  | { readonly kind: "loaded" }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "answers"; readonly batch: AnswerBatch }
  /** The handler asked for the signal of a call: only then does it cost anything. */
  | { readonly kind: "signal-wanted"; readonly id: number }
  /** Something was thrown where nobody catches it. */
  | { readonly kind: "stray"; readonly what: string };

/** A call that was answered. */
export interface Answered {
  readonly id: number;
  readonly call: HandlerCall;
}
