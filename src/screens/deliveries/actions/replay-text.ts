import type { ReplayResult } from "../../../engine/receiver-state.ts";
import type { Tone } from "../../../tui/state/messages.ts";

/** Returns the message about a replay. @param done beginning of the message: `Replayed #1 as #2` */
export function replayText(
  done: string,
  { outcome, error, status }: ReplayResult,
): readonly [tone: Tone, text: string] {
  const result =
    outcome === "pending" ? "in progress" : (error ?? (status === null ? outcome : String(status)));
  const failed = outcome === "failed" || outcome === "rejected";
  return failed ? ["error", `${done}: ${result}.`] : ["ok", `${done}: ${result}`];
}
