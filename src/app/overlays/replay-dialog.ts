import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

/** Dialog for the target of a replay. */
export interface ReplayDialog {
  readonly kind: "replay";
  readonly seq: number;
  /** Target: the delivery's route, or a URL. */
  readonly target: "route" | "url";
  readonly url: TextField;
  readonly error: string | null;
  readonly sending: boolean;
}

/** @param lastUrl URL of the last replay, prefilled */
export function replayDialog(seq: number, lastUrl: string): ReplayDialog {
  return { kind: "replay", seq, target: "route", url: textField(lastUrl), error: null, sending: false };
}
