import { HooklensError } from "../../model/errors.ts";

/** A file of receipts, or what waits beside it, cannot be read or written. */
export class ReceiptsUnusableError extends HooklensError {
  readonly code = "receipts-unusable";
  readonly exitCode = 1;
}

/** The receipts that are there are not right, and no other is put on top of them. */
export class ReceiptsDamagedError extends HooklensError {
  readonly code = "receipts-damaged";
  readonly exitCode = 1;
}
