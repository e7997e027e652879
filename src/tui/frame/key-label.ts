import { type Span, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import type { Registry } from "../registry.ts";

const labels: Readonly<Record<string, string>> = {
  enter: "Enter",
  esc: "Esc",
  space: "Space",
  tab: "Tab",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  home: "Home",
  end: "End",
  pageup: "PgUp",
  pagedown: "PgDn",
  backspace: "Backspace",
  delete: "Del",
};

/** Formats a key for display: `ctrl+s` as `Ctrl+S`, `shift+tab` as `Shift+Tab`. */
export function keyLabel(keyId: string): Visible {
  const parts = /^((?:ctrl|alt|shift)\+)*(.+)$/s.exec(keyId);
  const name = parts?.[2] ?? keyId;
  const modifiers = keyId
    .slice(0, keyId.length - name.length)
    .split("+")
    .filter(Boolean);
  const shown =
    labels[name] ?? (/^f\d+$/.test(name) || modifiers.includes("ctrl") ? name.toUpperCase() : name);
  return v`${[...modifiers.map((modifier) => modifier.charAt(0).toUpperCase() + modifier.slice(1)), shown].join("+")}`;
}

/**
 * Returns the labels of a command's first `count` keys, for a text that mentions them.
 * @throws {TypeError} if no command has this ID, or the command has fewer keys
 */
export function keyOf(registry: Registry, id: string, count = 1): Visible {
  const { keys } = registry.command(id);
  if (keys.length < count) throw new TypeError(`command ${id} has ${keys.length} of ${count} keys`);
  return v`${keys.slice(0, count).map(keyLabel).join(" ")}`;
}

/** Returns the labels of a command's first `count` keys as a span. */
export function keySpan(registry: Registry, id: string, count = 1): Span {
  return span(keyOf(registry, id, count), "accent");
}
