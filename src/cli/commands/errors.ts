import { HooklensError } from "../../model/errors.ts";

/** The tunnel that was asked for did not open; its words are those of the tunnel's state. */
export class TunnelNotOpenError extends HooklensError {
  readonly code = "tunnel-not-open";
  readonly exitCode = 1;
}
