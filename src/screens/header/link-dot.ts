import { type Span, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Link } from "../connection-state.ts";

/** Draws the state of a connection, by glyph and color. */
export function linkDot({ state }: Link): Span {
  if (state === "up") return span(v`●`, "ok");
  return state === "connecting" ? span(v`◌`, "muted") : span(v`✗`, "error");
}
