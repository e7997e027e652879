import { appendFileSync, closeSync, fchmodSync, openSync } from "node:fs";
import { redacted } from "../../text/redact.ts";
import type { Action, AppState, StoredSlice } from "./slice.ts";
import { createReducer, initialState } from "./store.ts";

/** Names of secret fields, at any depth of an action's arguments. */
const secretFields: ReadonlySet<string> = new Set(["secret", "secrets"]);

/** File that records actions. */
export interface Trace {
  record(action: Action): void;
  close(): void;
}

/**
 * Creates a trace in a file with mode 0600: one JSON line `{atMs, type, args}` per action, secrets redacted.
 * An existing file is emptied.
 * @throws the file system's error
 */
export function openTrace(path: string, nowMs: () => number = Date.now): Trace {
  const file = openSync(path, "w", 0o600);
  fchmodSync(file, 0o600);
  return {
    record: (action) => appendFileSync(file, `${traceLine(action, nowMs())}\n`),
    close: () => closeSync(file),
  };
}

export function traceLine({ type, args }: Action, atMs: number): string {
  return JSON.stringify({ atMs, type, args: args.map((arg) => encoded(arg)) });
}

/** Applies the actions of a trace to the initial state. */
export function replayTrace(slices: readonly StoredSlice[], lines: readonly string[]): AppState {
  const actions = lines.map((line) => JSON.parse(line, decoded) as Action);
  return actions.reduce(createReducer(slices), initialState(slices));
}

/** Converts a value to JSON data: bytes to `{"$bytes": base64}`, secrets redacted. */
export function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map((item) => encoded(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretFields.has(name) ? withoutSecret(field) : encoded(field),
    ]),
  );
}

/** Redacts a secret, or the text field for typing it. */
function withoutSecret(value: unknown): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value !== "object" || !("value" in value)) return redacted;
  return value.value === ""
    ? { value: "", caret: 0, past: [] }
    : { value: redacted, caret: redacted.length, past: [] };
}

function decoded(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$bytes" in value)) return value;
  return new Uint8Array(Buffer.from(String(value.$bytes), "base64"));
}
