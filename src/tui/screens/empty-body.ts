import { blank, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Body } from "./body.ts";

/** The place of the screen that has nothing to show yet. */
export function emptyBody(): Body {
  return { lines: [blank, line(span(v`  No policy is open.`, "muted"))], cursor: null };
}
