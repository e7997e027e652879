import type { Header, Reply } from "../model/delivery.ts";
import { redacted } from "../text/redact.ts";

/** Of an answer's body this much is kept in the log, in bytes. */
const keptBytes = 20_000;

/** What the log keeps of a target's answer: its headers but for the cookies it sets, which would let somebody in, and the first 20 kB of its body. */
export function keptReply(answer: Reply): Reply {
  return {
    headers: answer.headers.map(([name, value]): Header => [
      name,
      name.toLowerCase() === "set-cookie" ? redacted : value,
    ]),
    // A copy where it is cut: a view of its beginning would hold all of it in memory.
    body: answer.body.length > keptBytes ? new Uint8Array(answer.body.subarray(0, keptBytes)) : answer.body,
  };
}
