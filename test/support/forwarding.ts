import { onTestFinished, vi } from "vitest";
import type { Attempt, Header } from "../../src/model/delivery.ts";
import type { ActionAnswer, ActionEnd, Incoming } from "../../src/receiver/action.ts";
import { type Forward, type ForwardOptions, makeForward } from "../../src/receiver/forward/forward.ts";
import { type HandClock, handClock } from "./hand-clock.ts";

export interface Forwarded {
  /** What the sender was told, the body as text. */
  readonly answer: Promise<ActionAnswer & { readonly text: string }>;
  readonly end: Promise<ActionEnd>;
  /** On the row so far. */
  readonly attempts: readonly Attempt[];
  /** The sender goes away. */
  leave(): void;
}

export interface Forwarding {
  readonly forward: Forward;
  readonly clock: HandClock;
  deliver(change?: Partial<Incoming>): Forwarded;
  /** Resolves when somebody waits for exactly this long, which then has gone by. */
  skip(ms: number): Promise<void>;
}

/** Resolves when it is so. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 20_000, interval: 2 });
}

const sampleHeaders: readonly Header[] = [["Content-Type", "application/json"]];

/** A forward with a clock of its own; ends with the test. */
export function forwarding(target: string, options: Partial<ForwardOptions> = {}): Forwarding {
  const clock = handClock();
  const forward = makeForward({ target, clock, ...options });
  onTestFinished(async () => {
    const closed = forward.close(0);
    clock.advance(0);
    await closed;
  });
  let seq = 0;
  function deliver(change: Partial<Incoming> = {}): Forwarded {
    seq += 1;
    const attempts: Attempt[] = [];
    const sender = new AbortController();
    const incoming: Incoming = {
      seq,
      route: "inbox",
      method: "POST",
      target: "/webhooks/inbox",
      headers: sampleHeaders,
      body: Buffer.from("{}"),
      payload: {},
      schemaValid: true,
      remote: "127.0.0.1",
      receivedAtMs: clock.nowMs(),
      replayOf: null,
      ...change,
    };
    const run = forward.action(incoming, {
      signal: sender.signal,
      attempt: async (attempt) => void attempts.push(attempt),
    });
    const answer = run.answer.then((told) => ({ ...told, text: Buffer.from(told.body).toString() }));
    return { answer, end: run.end, attempts, leave: () => sender.abort() };
  }
  async function skip(ms: number): Promise<void> {
    const dueMs = clock.nowMs() + ms;
    await until(() => clock.due().includes(dueMs));
    clock.advance(ms);
  }
  return { forward, clock, deliver, skip };
}
