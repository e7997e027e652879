import { isKeyId } from "../../terminal/keys.ts";
import { type Span, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";

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

/** Formats a key or a sequence for display: `ctrl+s` as `Ctrl+S`, `shift+tab` as `Shift+Tab`, `g o` as `g o`. */
export function keyLabel(keyId: string): Visible {
  const [first = "", second] = keyId.split(" ");
  if (second !== undefined) return v`${keyLabel(first)} ${keyLabel(second)}`;
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

const namesByLabel = new Map(Object.entries(labels).map(([name, label]) => [label.toLowerCase(), name]));

/**
 * Returns the ID of a key by its name or its label: `ctrl+s`, `Ctrl+S`, `PgDn`, `↓`, or of a sequence of two such keys,
 * `g o`; null if there is none.
 */
export function keyIdOf(text: string): string | null {
  const [first = "", second, ...more] = text.split(" ");
  if (second !== undefined) {
    const ids = [keyIdOf(first), keyIdOf(second)];
    return more.length > 0 || ids.includes(null) ? null : ids.join(" ");
  }
  if (isKeyId(text) && !namesByLabel.has(text)) return text;
  const [, prefix = "", written = ""] = /^((?:(?:ctrl|alt|shift)\+)*)(.+)$/is.exec(text) ?? [];
  const modifiers = prefix.toLowerCase().split("+");
  const isCharacter = Array.from(written).length === 1;
  const lower = written.toLowerCase();
  const name = namesByLabel.get(lower) ?? (isCharacter && !modifiers.includes("ctrl") ? written : lower);
  const id = [...["ctrl", "alt", "shift"].filter((one) => modifiers.includes(one)), name].join("+");
  return isKeyId(id) ? id : null;
}

/**
 * Returns the labels of a command's first `count` keys, for a text that mentions them. A command without a key
 * is named by its title in the palette.
 * @throws {TypeError} if no command has this ID, or it cannot have a key
 */
export function keyOf(registry: Registry, id: string, count = 1): Visible {
  const { keys, scope, title } = registry.command(id);
  if (scope === internal) throw new TypeError(`command ${id} cannot have a key`);
  if (keys.length === 0) return v`${keyOf(registry, "palette.open")} "${title}"`;
  return v`${keys.slice(0, count).map(keyLabel).join(" ")}`;
}

/** Returns the labels of a command's first `count` keys as a span; a click on it runs the command. */
export function keySpan(registry: Registry, id: string, count = 1): Span {
  return { ...span(keyOf(registry, id, count), "accent"), click: { command: id } };
}
