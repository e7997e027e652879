import type { Line, Span } from "../../text/line.ts";
import { clickable, cutLine, fitLine, line, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { activeScopes } from "../focus.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { topDialog } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyLabel } from "./key-label.ts";

/** Draws the footer: the keys that fit. */
export function keyLine(state: AppState, registry: Registry): Line {
  const width = windowSlice.get(state).size.columns;
  return fitLine(line(...keySpans(state, registry, width)), width);
}

/** Draws as many enabled keys as fit `width` columns, and last the key for help or, in a dialog, for leaving it. */
export function keySpans(state: AppState, registry: Registry, width: number): readonly Span[] {
  const available = activeScopes(registry, state).flatMap((scope) =>
    registry.commands.filter((command) => command.scope === scope),
  );
  const firstWith = new Map<string, Command>();
  for (const command of available)
    for (const key of command.keys) if (!firstWith.has(key)) firstWith.set(key, command);
  const shown = available.filter(
    (command) =>
      command.footerLabel !== undefined &&
      // A dialog names its own keys; those of its lists and texts are known.
      (topDialog(state) === null || command.scope !== "list") &&
      // The boxes of their first keys show the sequences.
      !(command.keys[0] ?? "").includes(" ") &&
      // A key of an inner scope hides the same key of an outer one.
      firstWith.get(command.keys[0] ?? "") === command &&
      (command.disabledReason?.(state, registry) ?? null) === null,
  );
  const isLast = ({ id, keys }: Command) =>
    topDialog(state) === null ? id === "help.open" : keys[0] === "esc";
  const isNeeded = (command: Command) => command.isNeeded?.(state) === true;
  const parts = [...shown.filter(isNeeded), ...shown.filter((command) => !isNeeded(command))]
    .filter((command) => !isLast(command))
    .map((command) => keyPart(command, state));
  const last = shown.filter(isLast).flatMap((command) => keyPart(command, state));
  for (; parts.length > 0; parts.pop()) {
    const spans = [...parts.flat(), ...last];
    if (lineWidth({ spans }) <= width) return spans;
  }
  return cutLine(line(...last), width).spans;
}

function keyPart({ id, keys, footerLabel }: Command, state: AppState): readonly Span[] {
  const label = typeof footerLabel === "function" ? footerLabel(state) : (footerLabel ?? "");
  const spans = [span(v` ${keyLabel(keys[0] ?? "")}`, "accent"), span(v` ${label} `)];
  return clickable({ command: id }, spans);
}
