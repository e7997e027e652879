import { span, type Span } from "../text/line.ts";
import { relativeTime } from "../text/relative-time.ts";
import { v } from "../text/visible.ts";
import type { Link } from "./session.ts";

/** Draws the state of a link; empty if it is up. */
export function linkPart(link: Link, nowMs: number): Span[] {
  switch (link.state) {
    case "up":
      return [];
    case "connecting":
      return [span(v` connecting…`, "muted")];
    case "lost":
      return [span(v` ✗ lost ${relativeTime(link.sinceMs, nowMs)}`, "error")];
  }
}
