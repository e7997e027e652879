import type { ReceiverState } from "../../../engine/receiver-state.ts";
import { describeStore, openStore } from "../../../engine/stores.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { probe } from "../../../receiver/forward/health.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { redactUrl } from "../../../text/credential-names.ts";
import { plural } from "../../../text/numbers.ts";
import { readForward, readForwardRules } from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";

const check = "forward";

/** Limit for the connection to a target, in milliseconds. */
const probeTimeoutMs = 4_000;

/** Targets of a forward, running or configured. */
interface Targets {
  /** Target of deliveries without a matching rule, or null. */
  readonly target: string | null;
  readonly rules: readonly { readonly where: string; readonly target: string }[];
}

/**
 * Checks the targets of the running receiver, or the configured ones if none runs.
 * @param state null if no receiver runs
 * @param location null if the data directory does not exist or cannot be used
 */
export async function checkForwards(
  settings: Settings,
  state: ReceiverState | null,
  location: StoreLocation | null,
): Promise<readonly Finding[]> {
  try {
    const { target, rules } = targetsOf(settings, state);
    const waiting = state?.forwardsWaiting ?? (location === null ? 0 : await countWaiting(location));
    const unreadable = state?.forwardsUnreadable ?? (location === null ? 0 : await countUnreadable(location));
    const checked = await Promise.all([
      target === null ? withoutTarget(waiting, rules.length > 0) : checkTarget(target, waitText(waiting)),
      ...rules.map((rule) => checkTarget(rule.target, ` (deliveries that match ${rule.where})`)),
    ]);
    return unreadable > 0 ? [...checked, unreadableFinding(unreadable)] : checked;
  } catch (error) {
    if (isHooklensError(error)) return [failure(check, error)];
    throw error;
  }
}

function targetsOf(settings: Settings, state: ReceiverState | null): Targets {
  if (state !== null) return { target: state.forward?.target ?? null, rules: state.forwardRules };
  const rules = readForwardRules(settings).map(({ where, target }) => ({ where: where.text, target }));
  return { target: readForward(settings), rules };
}

function withoutTarget(waiting: number, hasRules: boolean): Finding {
  if (hasRules) {
    return ok(check, `deliveries that match no rule are not forwarded${waitText(waiting)}`);
  }
  if (waiting === 0) return ok(check, "nothing is forwarded");
  const some = plural(waiting, "delivery waits", "deliveries wait");
  const what = `${some} to be forwarded, and there is no target`;
  return warn(check, what, "Run hooklens receive --forward URL");
}

/** Connects to a target. @param about appended to the text of the finding */
async function checkTarget(target: string, about: string): Promise<Finding> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(`no connection within ${probeTimeoutMs / 1000} s`),
    probeTimeoutMs,
  );
  const why = await probe(target, stop.signal);
  clearTimeout(timer);
  return why === null
    ? ok(check, `${redactUrl(target)} can be reached${about}`)
    : warn(
        check,
        `${redactUrl(target)} cannot be reached: ${why}${about}`,
        "Start the program that listens there",
      );
}

function waitText(waiting: number): string {
  return waiting === 0
    ? ""
    : `; ${plural(waiting, "delivery waits", "deliveries wait")} for the next attempt`;
}

function unreadableFinding(unreadable: number): Finding {
  return warn(
    check,
    `${plural(unreadable, "forward was", "forwards were")} given up: the job in the queue, or its delivery, cannot be read`,
    "Run hooklens deliveries ls --where is:dead, and replay what has its body",
  );
}

/** Counts the unreadable forwards on this machine. They are not retried. */
async function countUnreadable(location: StoreLocation): Promise<number> {
  if (describeStore(location.store).isElsewhere) return 0;
  try {
    const admin = await (await openStore(location)).openAdmin();
    const { forwards } = await admin.report(null);
    await admin.close();
    return forwards.unreadable ?? 0;
  } catch (error) {
    // The check of the file reports the error.
    if (isHooklensError(error)) return 0;
    throw error;
  }
}

/** Counts deliveries that wait to be forwarded; 0 if the log is not readable, which another check reports. */
async function countWaiting(location: StoreLocation): Promise<number> {
  const reader = (await openStore(location)).deliveries.openReader();
  try {
    return await reader.count(parseFilter("is:waiting", Date.now()));
  } catch (error) {
    if (isHooklensError(error)) return 0;
    throw error;
  } finally {
    await reader.close();
  }
}
