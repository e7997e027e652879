import type { Command } from "../../app/commands/command.ts";
import { focusedScopes } from "../../app/focus.ts";
import type { AppState } from "../../app/state/app-state.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { keyLabel } from "./key-label.ts";

/** Draws the footer: as many enabled keys as fit, always including help. */
export function keyLine(state: AppState, commands: readonly Command[]): Line {
  const width = state.size.columns;
  const here = focusedScopes(state).flatMap((scope) => commands.filter((command) => command.scope === scope));
  const shown = here.filter(({ short, off }) => short !== undefined && (off?.(state) ?? null) === null);
  const help = shown.filter(({ id }) => id === "help.open");
  const others = shown.filter(({ id }) => id !== "help.open");
  for (let kept = others.length; kept > 0; kept--) {
    const spans = [...others.slice(0, kept), ...help].flatMap((command) => keyPart(command, state));
    if (lineWidth({ spans }) <= width) return fitLine({ spans }, width);
  }
  return fitLine({ spans: help.flatMap((command) => keyPart(command, state)) }, width);
}

function keyPart({ keys, short }: Command, state: AppState): Span[] {
  const label = typeof short === "function" ? short(state) : (short ?? "");
  return [span(v` ${keyLabel(keys[0] ?? "")}`, "accent"), span(v` ${label} `)];
}
