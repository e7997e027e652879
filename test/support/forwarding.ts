import { onTestFinished } from "vitest";
import type { Attempt } from "../../src/model/delivery.ts";
import { forwardRetryDelaysMs } from "../../src/model/retry-schedules.ts";
import type { ActionResponse, Incoming } from "../../src/receiver/action.ts";
import type { ForwardState } from "../../src/receiver/forward/forward-state.ts";
import { type Forward, type ForwardOptions, makeForward } from "../../src/receiver/forward/forward.ts";
import { openRuns, type Runs, type RunsOptions } from "../../src/receiver/runs/runs.ts";
import type { DeliveryLog, OutcomeUpdate } from "../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "./fresh-data-dir.ts";
import { type HandClock, handClock } from "./hand-clock.ts";
import { newDelivery } from "./new-delivery.ts";
import { until } from "./until.ts";

/** Final outcome and status of a row. */
type Ended = Pick<OutcomeUpdate, "outcome" | "status">;

export interface Forwarded {
  /** Resolves with the response to the sender, with its body as text. */
  readonly answer: Promise<ActionResponse & { readonly text: string }>;
  readonly end: Promise<Ended>;
  /** Attempts recorded so far. */
  readonly attempts: readonly Attempt[];
  /** Closes the sender's connection. */
  leave(): void;
}

/** A forward with its queue. */
export type OpenForward = Omit<Forward, "close"> & Runs;

export type OpenForwardOptions = Omit<ForwardOptions, "runs"> &
  Omit<RunsOptions, "workOf" | "isActive" | "longestDelayMs">;

/** Opens a forward with a queue of its own. */
export async function openForward(options: OpenForwardOptions): Promise<OpenForward> {
  const { retryDelaysMs = forwardRetryDelaysMs } = options;
  const runs = await openRuns({
    ...options,
    workOf: (delivery, { target }) => forward.workOf(delivery, target),
    isActive: () => forward.isActive(),
    longestDelayMs: Math.max(0, ...retryDelaysMs),
  });
  const forward = makeForward({ ...options, runs });
  runs.dueNow();
  return {
    ...runs,
    ...forward,
    async close(graceMs, arrived) {
      await runs.close(graceMs, arrived);
      forward.close();
    },
  };
}

export interface Forwarding {
  readonly forward: OpenForward;
  /** Returns the state of the forward, which must have a target. */
  state(): ForwardState;
  readonly log: DeliveryLog;
  readonly clock: HandClock;
  /** Returns the seqs read from the log, in order. */
  reads(): readonly number[];
  deliver(change?: Partial<Incoming>): Forwarded;
  /** Waits for a timer of exactly this delay, then advances the clock by it. */
  skip(ms: number): Promise<void>;
  /** Ends forward and log at once; also done at the end of the test. */
  close(): Promise<void>;
}

/** Creates a forward with a log and a clock; it is closed after the test. */
export async function forwarding(
  target: string | null,
  options: Partial<Omit<OpenForwardOptions, "log" | "queue" | "clock">> & ForwardingPlace = {},
): Promise<Forwarding> {
  const { dataDir = freshDataDir(), clock = handClock(), onFailure = fail, ...changed } = options;
  const log = await openDeliveryLog(dataDir);
  const attempts = new Map<number, Attempt[]>();
  const read: number[] = [];
  const ends = new Map<number, (end: Ended) => void>();
  const watched: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome"> = {
    async original(seq) {
      read.push(seq);
      return log.original(seq);
    },
    async addAttempt(seq, attempt) {
      attempts.get(seq)?.push(attempt);
      await log.addAttempt(seq, attempt);
    },
    async setOutcome(seq, update) {
      await log.setOutcome(seq, update);
      if (update.outcome !== "pending") ends.get(seq)?.({ outcome: update.outcome, status: update.status });
    },
  };
  const forward = await openForward({
    log: watched,
    queue: log.forwards,
    secretOf: () => null,
    known: () => [],
    onFailure,
    clock,
    ...changed,
  });
  forward.setTarget(target);
  async function close(): Promise<void> {
    const closed = forward.close(0);
    clock.advance(0);
    await closed;
    await log.close();
  }
  onTestFinished(close);

  function deliver(change: Partial<Incoming> = {}): Forwarded {
    const onRow: Attempt[] = [];
    const sender = new AbortController();
    const { promise: answer, resolve: told } = Promise.withResolvers<ActionResponse & { text: string }>();
    const { promise: end, resolve: ended } = Promise.withResolvers<Ended>();
    const incoming = { ...sample, receivedAtMs: clock.nowMs(), ...change };
    const { headers, body, receivedAtMs, replayOf } = incoming;
    void log
      .append(
        newDelivery({
          headers: headers.map(
            ([name, value]) => [name, /secret$/i.test(name) ? "[redacted]" : value] as const,
          ),
          body,
          bytes: body.byteLength,
          path: incoming.target,
          outcome: "pending",
          status: null,
          durationMs: null,
          receivedAtMs,
          replayOf,
        }),
      )
      .then(async ({ seq }) => {
        attempts.set(seq, onRow);
        ends.set(seq, ended);
        const run = forward.action(
          { ...incoming, seq },
          { signal: sender.signal, attempt: (attempt) => watched.addAttempt(seq, attempt).catch(onFailure) },
        );
        void run.response.then((said) => told({ ...said, text: Buffer.from(said.body).toString() }));
        const end = await run.end;
        if (end === null) return;
        const writing = watched.setOutcome(seq, { ...end, durationMs: 1 }).catch(onFailure);
        end.onWritten?.();
        await writing;
      });
    return { answer, end, attempts: onRow, leave: () => sender.abort() };
  }
  async function skip(ms: number): Promise<void> {
    const dueMs = clock.nowMs() + ms;
    await until(() => clock.due().includes(dueMs));
    clock.advance(ms);
  }
  function state(): ForwardState {
    const known = forward.state();
    if (known === null) throw new Error("there is no target");
    return known;
  }
  return { forward, state, log, clock, deliver, skip, close, reads: () => read };
}

function fail(error: unknown): never {
  throw error;
}

/** Data directory and clock of a forward. */
interface ForwardingPlace {
  /** @default a new directory */
  readonly dataDir?: string;
  /** @default a new clock */
  readonly clock?: HandClock;
}

const sample: Omit<Incoming, "receivedAtMs"> = {
  seq: 0,
  route: "inbox",
  method: "POST",
  target: "/webhooks/inbox",
  headers: [["Content-Type", "application/json"]],
  body: Buffer.from("{}"),
  payload: {},
  schemaValid: true,
  remote: "127.0.0.1",
  replayOf: null,
  event: { id: null, first: 1, number: 1, firstAtMs: 0 },
};
