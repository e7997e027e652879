import { isKeyId } from "../../terminal/keys.ts";
import { nearest } from "../../text/nearest.ts";
import { keyIdOf } from "../frame/key-label.ts";
import { type Command, internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";

/** Keys by command ID, as written by a person; an empty list removes them. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Fault of a key map. */
export interface KeyFault {
  /** ID of the command, as written. */
  readonly id: string;
  /** Predicate of a sentence about the faulty place. */
  readonly what: string;
  readonly why?: string;
  readonly hint: string;
}

/** Returns a command with the keys of a map, if the map has its ID. */
export function withKeys<C extends Pick<Command, "id" | "keys">>(command: C, keys: KeyMap): C {
  const given = Object.hasOwn(keys, command.id) ? keys[command.id] : undefined;
  return given === undefined ? command : { ...command, keys: given.map((key) => keyIdOf(key) ?? key) };
}

/**
 * Returns the first error of a key map, or null. Shared default keys are intended: the inner command comes first.
 * @param registry commands with their default keys
 */
export function findKeyFault(registry: Registry, keys: KeyMap): KeyFault | null {
  const faults = Object.entries(keys).map(
    ([id, given]) => findSpellingFault(registry, id, given) ?? findPlaceFault(registry, keys, id, given),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function findSpellingFault(registry: Registry, id: string, given: readonly string[]): KeyFault | null {
  const known = registry.commands.filter(({ scope }) => scope !== internal).map((command) => command.id);
  if (!known.includes(id)) {
    const near = nearest(id, known);
    return {
      id,
      what: `names an unknown command "${id}"`,
      hint: near === null ? "hooklens config keys lists the commands" : `Perhaps you mean ${near}`,
    };
  }
  const wrong = given.find((key) => keyIdOf(key) === null);
  if (wrong === undefined) return null;
  const examples = ["app.interrupt", "list.down", "help.open"].flatMap((of) => registry.command(of).keys);
  return {
    id,
    what: `gives ${id} an unknown key "${wrong}"`,
    hint: `Write it as in docs/keys.md, for example ${examples.join(", ")}`,
  };
}

function findPlaceFault(
  registry: Registry,
  keys: KeyMap,
  id: string,
  given: readonly string[],
): KeyFault | null {
  const command = registry.command(id);
  const places = registry.scopes.filter(({ scope, outer }) => [scope, ...outer].includes(command.scope));
  if (given.length === 0) return findLossFault(command, places);
  const added = withKeys(command, keys).keys.filter((key) => !command.keys.includes(key));
  for (const place of places) {
    const typed = place.hasField === true ? added.find(isTyped) : undefined;
    if (typed !== undefined) {
      return {
        id,
        what: `gives ${id} the key ${typed}`,
        why: `a text field of "${place.title}" receives it`,
        hint: "Use a key with ctrl or alt, or a function key",
      };
    }
    const scopes = new Set([place.scope, ...place.outer]);
    for (const other of registry.commands) {
      if (other.id === id || !scopes.has(other.scope)) continue;
      const shared = withKeys(other, keys).keys.find((key) => added.includes(key));
      if (shared === undefined) continue;
      return {
        id,
        what: `gives ${shared} to both ${id} and ${other.id}`,
        why: `both work in "${place.title}"`,
        hint: "Give one of them another key",
      };
    }
  }
  return null;
}

/** Returns a fault if a command without a key cannot be run from the palette. */
function findLossFault(
  { id }: Command,
  places: readonly { readonly outer: readonly string[] }[],
): KeyFault | null {
  const isListed = id !== "palette.open" && places.some(({ outer }) => outer.includes("global"));
  if (isListed) return null;
  return {
    id,
    what: `leaves ${id} without a key`,
    why: "the command palette does not list it",
    hint: "Give it a key",
  };
}

/** Returns true if a key types a character into a text field. */
function isTyped(key: string): boolean {
  return key === "space" || (isKeyId(key) && Array.from(key).length === 1);
}
