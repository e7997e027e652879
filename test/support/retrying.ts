import { onTestFinished } from "vitest";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../src/receiver/handlers/handler.ts";
import { dueActionWork, retriedAction } from "../../src/receiver/runs/action-work.ts";
import { type RunSettings, runDefaults } from "../../src/receiver/runs/run-settings.ts";
import { openRuns, type Runs } from "../../src/receiver/runs/runs.ts";
import { freshDataDir } from "./fresh-data-dir.ts";
import { type HandClock, handClock } from "./hand-clock.ts";
import { type OpenReceiver, openReceiver } from "./open-receiver.ts";

export interface Retrying extends OpenReceiver {
  readonly runs: Runs;
  readonly clock: HandClock;
  /** Posts a delivery to the route inbox. */
  post(body?: string, headers?: Record<string, string>): Promise<Response>;
  /** Ends receiver and queue after a grace period; also done after the test. */
  stop(graceMs: number): Promise<void>;
}

interface RetryingOptions extends Partial<RunSettings> {
  readonly dataDir?: string;
  readonly clock?: HandClock;
  readonly secret?: string;
  /** Called if the log or the queue cannot be written. @default throws the error */
  readonly onFailure?: (error: unknown) => void;
}

/** Opens a receiver whose route inbox has a handler with retries. */
export async function retrying(
  handler: Handler | null,
  {
    dataDir = freshDataDir(),
    clock = handClock(),
    secret,
    onFailure = (error) => {
      throw error;
    },
    ...own
  }: RetryingOptions = {},
): Promise<Retrying> {
  const settings: RunSettings = { ...runDefaults, retriesMs: [10_000, 60_000], ...own };
  const receiver = await openReceiver({ dataDir, secret: secret ?? null, routes: [] });
  await receiver.log.interruptPending();
  const action = handler === null ? null : handlerAction("inbox", handler);
  const runs = await openRuns({
    log: receiver.log,
    queue: receiver.log.forwards,
    clock,
    known: () => (secret === undefined ? [] : [secret]),
    workOf: (delivery) =>
      dueActionWork(delivery, action, settings, runs, {
        log: receiver.log,
        secret: receiver.secretOf("inbox"),
      }),
    isActive: () => true,
    longestDelayMs: Math.max(0, ...(settings.retriesMs ?? [])),
    onFailure,
  });
  if (action !== null) {
    receiver.setRoutes([{ name: "inbox", action: retriedAction(action, settings, runs) }]);
  }
  runs.dueNow();
  async function stop(graceMs: number): Promise<void> {
    const closed = receiver.close(graceMs);
    const ended = runs.close(graceMs, closed);
    clock.advance(graceMs);
    await Promise.all([closed, ended]);
  }
  onTestFinished(() => stop(0));
  const post = (body = "{}", headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body, headers });
  return { ...receiver, runs, clock, post, stop };
}
