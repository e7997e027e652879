import { randomBytes } from "node:crypto";
import { postBytes } from "../test/support/load.ts";
import { benchSecret, commentId, payloadText } from "./receive-payload.ts";

/** Prefix of this process, so that two processes send different content. */
const prefix = randomBytes(4).toString("hex");

let posts = 0;

/**
 * Creates a function that writes the next delivery into a shared buffer, so the previous one must have been
 * sent. Each delivery has a different comment, because most real deliveries are not duplicates.
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
