import type { Line, Span } from "../../text/line.ts";
import { clickable, fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Command } from "../commands/command.ts";
import { activeScopes } from "../focus.ts";
import type { Registry } from "../registry.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyLabel } from "./key-label.ts";

/** Draws the footer: as many enabled keys as fit, with help last where it is available. */
export function keyLine(state: AppState, registry: Registry): Line {
  const width = windowSlice.get(state).size.columns;
  const available = activeScopes(registry, state).flatMap((scope) =>
    registry.commands.filter((command) => command.scope === scope),
  );
  const firstWith = new Map<string, Command>();
  for (const command of available)
    for (const key of command.keys) if (!firstWith.has(key)) firstWith.set(key, command);
  const shown = available.filter(
    (command) =>
      command.footerLabel !== undefined &&
      // A key of an inner scope hides the same key of an outer one.
      firstWith.get(command.keys[0] ?? "") === command &&
      (command.disabledReason?.(state, registry) ?? null) === null,
  );
  const help = shown.filter(({ id }) => id === "help.open");
  const rest = shown.filter(({ id }) => id !== "help.open");
  for (let kept = rest.length; kept > 0; kept--) {
    const spans = [...rest.slice(0, kept), ...help].flatMap((command) => keyPart(command, state));
    if (lineWidth({ spans }) <= width) return fitLine({ spans }, width);
  }
  return fitLine({ spans: help.flatMap((command) => keyPart(command, state)) }, width);
}

function keyPart({ id, keys, footerLabel }: Command, state: AppState): readonly Span[] {
  const label = typeof footerLabel === "function" ? footerLabel(state) : (footerLabel ?? "");
  const spans = [span(v` ${keyLabel(keys[0] ?? "")}`, "accent"), span(v` ${label} `)];
  return clickable({ command: id }, spans);
}
