import { HooklensError } from "../../model/errors.ts";

/** A node has a key already, and nobody asked to replace it. */
export class KeyExistsError extends HooklensError {
  readonly code = "key-exists";
  readonly exitCode = 1;
}

/** A key cannot be read or written, is none of ours, or can be read by others. */
export class KeyUnusableError extends HooklensError {
  readonly code = "key-unusable";
  readonly exitCode = 1;
}
