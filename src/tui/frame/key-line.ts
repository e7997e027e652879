import type { Command } from "../../app/commands/command.ts";
import { focusedScopes } from "../../app/focus.ts";
import type { AppState } from "../../app/slice.ts";
import { windowSlice } from "../../app/state/window.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { keyLabel } from "./key-label.ts";

/** Draws the footer: as many enabled keys as fit, always including help. */
export function keyLine(state: AppState, commands: readonly Command[]): Line {
  const width = windowSlice.get(state).size.columns;
  const available = focusedScopes(state).flatMap((scope) =>
    commands.filter((command) => command.scope === scope),
  );
  const shown = available.filter(
    ({ footerLabel, disabledReason }) =>
      footerLabel !== undefined && (disabledReason?.(state) ?? null) === null,
  );
  const help = shown.filter(({ id }) => id === "help.open");
  const rest = shown.filter(({ id }) => id !== "help.open");
  for (let kept = rest.length; kept > 0; kept--) {
    const spans = [...rest.slice(0, kept), ...help].flatMap((command) => keyPart(command, state));
    if (lineWidth({ spans }) <= width) return fitLine({ spans }, width);
  }
  return fitLine({ spans: help.flatMap((command) => keyPart(command, state)) }, width);
}

function keyPart({ keys, footerLabel }: Command, state: AppState): Span[] {
  const label = typeof footerLabel === "function" ? footerLabel(state) : (footerLabel ?? "");
  return [span(v` ${keyLabel(keys[0] ?? "")}`, "accent"), span(v` ${label} `)];
}
