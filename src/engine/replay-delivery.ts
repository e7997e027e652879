import type { Logger } from "../model/logger.ts";
import { replayTo } from "../receiver/replay.ts";
import type { ReplayResult } from "./client.ts";
import { connectReceiver } from "./control/client.ts";
import { EngineGoneError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
import { withLog } from "./with-log.ts";

export interface ReplayDeliveryOptions {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  /** One line for a person: a damaged log was set aside. */
  readonly logger: Logger;
  /** Of the route a delivery came on: put in where the log has `[redacted]`, when no receiver runs that knows its own; null: there is none. */
  readonly secretOf: (route: string | null) => string | null;
}

/**
 * Replays a delivery through the running receiver. When none runs, one to a URL is done in this process, which has the role for so long.
 * @param withSecret whether the secret also goes to a URL on another machine
 * @throws {EngineGoneError} none runs and there is no URL: a route needs its receiver
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
 */
export async function replayDelivery(
  options: ReplayDeliveryOptions,
  seq: number,
  to?: string,
  withSecret = false,
): Promise<ReplayResult> {
  const { dataDir, version, logger, secretOf } = options;
  const running = await findRole(dataDir, "receiver", version);
  if (running !== null) return connectReceiver(running).replay(seq, to, withSecret);
  if (to === undefined) {
    throw new EngineGoneError({
      what: `delivery ${seq} cannot go through its route again`,
      why: "no receiver runs",
      hint: "Start hooklens receive, or name a target with --to URL",
    });
  }
  return withLog(dataDir, logger, (log) => replayTo(seq, to, { log, secretOf, withSecret, now: Date.now }));
}
