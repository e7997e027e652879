import { once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import {
  makeChanges,
  type UpdateSource,
  updateSource,
  writeUpdates,
} from "../../../src/engine/control/updates.ts";
import { type ReceiverUpdate, updateSchema } from "../../../src/engine/receiver-state.ts";
import type { LogPosition } from "../../../src/store/delivery-log.ts";

/** Creates positions and changes that the test controls. */
function movable(): UpdateSource & { move(): void; change(): void; listeners(): number } {
  const changes = makeChanges();
  const listeners = new Set<(position: LogPosition) => void>();
  let latest: LogPosition = { seq: 0, revision: 0 };
  const positions = {
    latest: () => latest,
    subscribe: (listener: (position: LogPosition) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
  return {
    ...updateSource(positions, changes),
    change: changes.notify,
    move: () => {
      latest = { seq: latest.seq + 1, revision: latest.revision + 1 };
      for (const listener of listeners) listener(latest);
    },
    listeners: () => listeners.size,
  };
}

function linesIn(text: string): readonly ReceiverUpdate[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => updateSchema.parse(JSON.parse(line)));
}

describe("the stream of positions", () => {
  test("starts with the current position and coalesces a burst to the newest", () => {
    vi.useFakeTimers();
    try {
      const positions = movable();
      const stream = new PassThrough({ encoding: "utf8" });
      writeUpdates(positions, stream);
      for (let count = 0; count < 500; count += 1) positions.move();
      vi.advanceTimersByTime(100);
      expect(linesIn(String(stream.read())).map(({ seq }) => seq)).toEqual([0, 500]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("writes at most ten lines a second however many commits there are", () => {
    vi.useFakeTimers();
    try {
      const positions = movable();
      const stream = new PassThrough({ encoding: "utf8" });
      writeUpdates(positions, stream);
      stream.read();
      for (let elapsedMs = 0; elapsedMs < 1000; elapsedMs += 5) {
        positions.move();
        vi.advanceTimersByTime(5);
      }
      const lines = linesIn(String(stream.read()));
      expect(lines.length).toBeLessThanOrEqual(10);
      expect(lines.length).toBeGreaterThanOrEqual(9);
    } finally {
      vi.useRealTimers();
    }
  });

  test("reports changes of the state between commits, coalesced", () => {
    vi.useFakeTimers();
    try {
      const positions = movable();
      const stream = new PassThrough({ encoding: "utf8" });
      writeUpdates(positions, stream);
      for (let count = 0; count < 500; count += 1) positions.change();
      vi.advanceTimersByTime(100);
      expect(linesIn(String(stream.read()))).toEqual([
        { seq: 0, revision: 0, changes: 0 },
        { seq: 0, revision: 0, changes: 500 },
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("repeats an unchanged position every second", () => {
    vi.useFakeTimers();
    try {
      const stream = new PassThrough({ encoding: "utf8" });
      writeUpdates(movable(), stream);
      vi.advanceTimersByTime(3000);
      expect(linesIn(String(stream.read()))).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test("waits for a slow reader, then writes the newest position", async () => {
    const positions = movable();
    // Any line fills the stream, as it fills the socket of a stopped app.
    const stream = new PassThrough({ encoding: "utf8", highWaterMark: 1 });
    vi.useFakeTimers();
    try {
      writeUpdates(positions, stream);
      for (let count = 0; count < 60; count += 1) {
        positions.move();
        vi.advanceTimersByTime(1000);
      }
    } finally {
      vi.useRealTimers();
    }
    const seen: string[] = [];
    stream.on("data", (chunk: string) => seen.push(chunk));
    await expect.poll(() => linesIn(seen.join("")).at(-1)?.seq).toBe(60);
    expect(linesIn(seen.join("")).length).toBeLessThanOrEqual(4);
  });

  test("unsubscribes from the log when the reader disconnects", async () => {
    const positions = movable();
    const stream = new PassThrough();
    writeUpdates(positions, stream);
    expect(positions.listeners()).toBe(1);
    const closed = once(stream, "close");
    stream.destroy();
    await closed;
    expect(positions.listeners()).toBe(0);
  });
});
