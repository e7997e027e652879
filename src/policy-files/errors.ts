import { HooklensError } from "../model/errors.ts";

/** A policy's file was not written. */
export class PolicyNotChangedError extends HooklensError {
  readonly code = "policy-not-changed";
  readonly exitCode = 1;
}

/** A review was not written. */
export class ReviewNotKeptError extends HooklensError {
  readonly code = "review-not-kept";
  readonly exitCode = 1;
}

/** The thread that reads and checks policies ended by itself: it ran out of memory on one of them, say. */
export class PolicyThreadGoneError extends HooklensError {
  readonly code = "policy-thread-gone";
  readonly exitCode = 1;
}
