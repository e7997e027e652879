import type { Link } from "../../app/state/session.ts";
import type { Span } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { v } from "../../text/visible.ts";

/** What is to be said of a link beside what it leads to; nothing while all is well. */
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
