import type { AppState } from "../../app/state/app-state.ts";
import { blank, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Body } from "./body.ts";

/** The places of the screens that have nothing to show yet. */
export function emptyBody({ screen }: AppState): Body {
  const what = screen === "policies" ? v`  No policy is open.` : v`  No Jobs ran on this hub.`;
  return { lines: [blank, line(span(what, "muted"))], cursor: null };
}
