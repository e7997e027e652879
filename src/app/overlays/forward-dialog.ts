import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

/** Dialog for the forward target; empty stops forwarding. */
export interface ForwardDialog {
  readonly kind: "forward";
  readonly target: TextField;
  readonly error: string | null;
  readonly saving: boolean;
}

export function forwardDialog(target: string | null): ForwardDialog {
  return { kind: "forward", target: textField(target ?? ""), error: null, saving: false };
}
