import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

/** Asks where a delivery is to go again. */
export interface ReplayDialog {
  readonly kind: "replay";
  readonly seq: number;
  /** Through its route again, or to a URL. */
  readonly target: "route" | "url";
  readonly url: TextField;
  readonly error: string | null;
  readonly sending: boolean;
}

/** @param lastUrl where the last replay of this sitting went: developing means sending to the same place again */
export function replayDialog(seq: number, lastUrl: string): ReplayDialog {
  return { kind: "replay", seq, target: "route", url: textField(lastUrl), error: null, sending: false };
}
