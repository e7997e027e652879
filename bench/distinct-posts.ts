import { randomBytes } from "node:crypto";
import { postBytes } from "../test/support/load.ts";
import { benchSecret, commentId, payloadText } from "./receive-payload.ts";

/** Prefix of this process, so that two processes do not send the same content. */
const prefix = randomBytes(4).toString("hex");

let posts = 0;

/**
 * Makes what writes the next delivery of a connection into one and the same bytes, so that the last one must have been answered. No two have
 * the same comment: a delivery that says what another said is looked up and marked, which few are.
 */
export function makePosts(): () => Uint8Array {
  const bytes = postBytes("inbox", benchSecret, payloadText);
  const place = bytes.indexOf(commentId);
  return () => {
    posts += 1;
    bytes.write(prefix + posts.toString(16).padStart(commentId.length - prefix.length, "0"), place, "latin1");
    return bytes;
  };
}
