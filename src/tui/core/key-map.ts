import { isKeyId } from "../../terminal/keys.ts";
import { nearest } from "../../text/nearest.ts";
import { keyIdOf } from "../frame/key-label.ts";
import { acts } from "../records/acts.ts";
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

/** Commands of the first keys of sequences. */
const starts = [
  { id: "sequence.go-to", key: acts.goTo.keys[0] },
  { id: "sequence.more", key: acts.more.keys[0] },
] as const;

/** Returns the keys of a command in a map, by their canonical names; undefined for its default keys. */
function keysIn(keys: KeyMap, id: string): readonly string[] | undefined {
  const given = Object.hasOwn(keys, id) ? keys[id] : undefined;
  return given?.map((key) => keyIdOf(key) ?? key);
}

/** Returns the key that begins sequences in place of a default one; undefined if a map removes it. */
function startIn(keys: KeyMap, key: string): string | undefined {
  const start = starts.find((one) => one.key === key);
  return start === undefined ? key : (keysIn(keys, start.id) ?? [start.key])[0];
}

/**
 * Returns a command with the keys of a map, if the map has its ID, else with its sequences as they begin with the keys
 * of the map.
 */
export function withKeys<C extends Pick<Command, "id" | "keys">>(command: C, keys: KeyMap): C {
  const given = keysIn(keys, command.id);
  if (given !== undefined) return { ...command, keys: given };
  if (!starts.some(({ id }) => Object.hasOwn(keys, id))) return command;
  const now = command.keys.flatMap((key) => {
    const [first = "", ...last] = key.split(" ");
    if (last.length === 0) return [key];
    const start = startIn(keys, first);
    return start === undefined ? [] : [[start, ...last].join(" ")];
  });
  return { ...command, keys: now };
}

/**
 * Returns the first error of a key map, or null. Shared default keys are intended: the inner command comes first.
 * @param registry commands with their default keys
 */
export function findKeyFault(registry: Registry, keys: KeyMap): KeyFault | null {
  const faults = Object.entries(keys).map(
    ([id, given]) =>
      findSpellingFault(registry, keys, id, given) ?? findPlaceFault(registry, keys, id, given),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function findSpellingFault(
  registry: Registry,
  keys: KeyMap,
  id: string,
  given: readonly string[],
): KeyFault | null {
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
  if (wrong === undefined) return findSequenceFault(registry, keys, id, given);
  const examples = ["app.interrupt", "list.down", "help.open"].flatMap((of) => registry.command(of).keys);
  return {
    id,
    what: `gives ${id} an unknown key "${wrong}"`,
    hint: `Write it as in docs/keys.md, for example ${examples.join(", ")}`,
  };
}

/** Returns a fault if a sequence does not begin with a key that shows its continuations, or its box takes the last key. */
function findSequenceFault(
  registry: Registry,
  keys: KeyMap,
  id: string,
  given: readonly string[],
): KeyFault | null {
  const first = starts.flatMap(({ key }) => startIn(keys, key) ?? []);
  const inBox = new Set(["sequence", ...registry.scope("sequence").outer]);
  const taken = new Set(
    registry.commands
      .filter(({ scope }) => inBox.has(scope))
      .flatMap((command) => withKeys(command, keys).keys),
  );
  for (const sequence of given.map((key) => keyIdOf(key) ?? key).filter((key) => key.includes(" "))) {
    const [start = "", last = ""] = sequence.split(" ");
    const what = `gives ${id} the sequence "${sequence}"`;
    if (!first.includes(start)) {
      const hint = `Begin it with ${first.join(" or ")}`;
      return { id, what, why: "it begins with the key of another command", hint };
    }
    if (taken.has(last)) {
      return {
        id,
        what,
        why: `${last} is a key of the box that ${start} opens`,
        hint: "End it with another key",
      };
    }
  }
  return null;
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
  const [first = ""] = key.split(" ");
  return key === "space" || (isKeyId(first) && Array.from(first).length === 1);
}
