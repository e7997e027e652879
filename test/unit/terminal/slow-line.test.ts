import { EventEmitter } from "node:events";
import type { ReadStream } from "node:tty";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createInput } from "../../../src/terminal/input.ts";
import { keyId } from "../../../src/terminal/keys.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns the keys of reads with pauses between them, in milliseconds. */
async function keysOf(...steps: readonly (string | number)[]): Promise<readonly string[]> {
  const stdin = Object.assign(new EventEmitter(), { resume() {}, readableLength: 0 });
  const keys: string[] = [];
  const input = createInput(stdin as unknown as ReadStream, {
    onEvents: (events) => keys.push(...events.map((one) => (one.type === "key" ? keyId(one) : one.type))),
    onEnd() {},
  });
  input.start();
  for (const step of [...steps, 2_000]) {
    if (typeof step === "string") stdin.emit("data", Buffer.from(step));
    else await vi.advanceTimersByTimeAsync(step);
  }
  return keys;
}

it.each([
  ["after its introducer", ["\u001b[", 60, "A"], ["up"]],
  ["within its parameters", ["\u001b[1;", 60, "5C"], ["ctrl+right"]],
  ["after SS3", ["\u001bO", 60, "A"], ["up"]],
  // The escape alone is the Esc key by then; the rest is still no text.
  ["after its escape", ["\u001b", 60, "[A"], ["esc", "up"]],
  ["after its escape, in application mode", ["\u001b", 60, "OB"], ["esc", "down"]],
])("takes an arrow that a slow line split as one key: %s", async (_, steps, keys) => {
  expect(await keysOf(...steps)).toEqual(keys);
});

it.each([
  ["Esc and a later bracket", ["\u001b", 60, "["], ["esc", "["]],
  ["Esc and later characters", ["\u001b", 700, "[A"], ["esc", "[", "A"]],
  ["Esc, a key, and brackets", ["\u001b", 60, "j", 60, "[A"], ["esc", "j", "[", "A"]],
  ["Alt with a bracket", ["\u001b["], ["alt+["]],
  ["Alt with a letter", ["\u001bf", "j"], ["alt+f", "j"]],
])("leaves other keys as they are: %s", async (_, steps, keys) => {
  expect(await keysOf(...steps)).toEqual(keys);
});
