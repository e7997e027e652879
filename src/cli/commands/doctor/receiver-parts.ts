import type { ReceiverState } from "../../../engine/client.ts";
import { retentionOf } from "../../../engine/roles/retention.ts";
import { openStore } from "../../../engine/stores.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { probe } from "../../../receiver/forward/health.ts";
import { listHandlers, refuseTwice } from "../../../receiver/handlers/handler-files.ts";
import { defaultTunnel, parseTunnelChoice } from "../../../receiver/tunnel/providers.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { duration } from "../../../text/duration.ts";
import { byteSize, plural } from "../../../text/numbers.ts";
import { readForward, readTunnel } from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";

/** Limit for the connection to the forward target, in milliseconds. */
const probeTimeoutMs = 4_000;

/**
 * Checks handlers, forward target, tunnel and retention of the running receiver, or the configured ones if
 * none runs.
 * @param state null if no receiver runs
 * @param location null if the data directory does not exist or cannot be used
 */
export async function checkReceiverParts(
  settings: Settings,
  state: ReceiverState | null,
  location: StoreLocation | null,
): Promise<readonly Finding[]> {
  return [
    await found("handlers", () =>
      checkHandlers(state === null ? settings.receiver.handlers.value : state.handlersDir, state),
    ),
    await found("forward", () => checkForward(settings, state, location)),
    await found("tunnel", () => checkTunnel(settings, state)),
    checkRetention(settings, state),
  ];
}

async function found(check: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (isHooklensError(error)) return failure(check, error);
    throw error;
  }
}

async function checkHandlers(directory: string | null, state: ReceiverState | null): Promise<Finding> {
  const check = "handlers";
  const broken = state?.handlers.find(({ error }) => error !== null);
  if (broken !== undefined) {
    return warn(
      check,
      `${broken.file} is broken: ${broken.error}`,
      "Fix the file; it is reloaded when it is saved",
    );
  }
  if (directory === null) return ok(check, state === null ? "none configured" : "none");
  const files = state === null ? await filesIn(directory) : state.handlers.map(({ file }) => file);
  return ok(check, `${files.join(", ") || "none yet"} in ${directory}`);
}

/** @throws {HandlersDirectoryError | HandlerTwiceError} */
async function filesIn(directory: string): Promise<readonly string[]> {
  const files = await listHandlers(directory);
  refuseTwice(files);
  return [...files.values()].flat();
}

async function checkForward(
  settings: Settings,
  state: ReceiverState | null,
  location: StoreLocation | null,
): Promise<Finding> {
  const check = "forward";
  const waiting = state?.forwardsWaiting ?? (location === null ? 0 : await countWaiting(location));
  const target = state === null ? readForward(settings) : (state.forward?.target ?? null);
  const some = plural(waiting, "delivery waits", "deliveries wait");
  if (target === null && waiting > 0) {
    return warn(
      check,
      `${some} to be forwarded, and there is no target`,
      "Run hooklens receive --forward URL",
    );
  }
  if (target === null) return ok(check, "nothing is forwarded");
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(`no connection within ${probeTimeoutMs / 1000} s`),
    probeTimeoutMs,
  );
  const why = await probe(target, stop.signal);
  clearTimeout(timer);
  return why === null
    ? ok(check, `${target} can be reached${waiting > 0 ? `; ${some} for the next attempt` : ""}`)
    : warn(
        check,
        `${target} cannot be reached: ${why}${waiting > 0 ? `; ${some} for the next attempt` : ""}`,
        "Start the program that listens there",
      );
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

function checkRetention({ deliveries }: Settings, state: ReceiverState | null): Finding {
  const { keepMs, keepBytes } =
    state?.retention ?? retentionOf(deliveries.keepDays.value, deliveries.keepBytes.value);
  const age = keepMs === null ? "forever" : `for ${duration(keepMs)}`;
  const size = keepBytes === null ? "without limit" : `up to ${byteSize(keepBytes)}`;
  return ok("retention", `deliveries are kept ${age}, ${size}`);
}

/**
 * Checks the tunnel of the running receiver, else the configured one, else the default one.
 * @throws {HooklensError} the configured tunnel cannot be opened
 */
async function checkTunnel(settings: Settings, state: ReceiverState | null): Promise<Finding> {
  const check = "tunnel";
  const running = state?.tunnel;
  if (running?.state.kind === "open") return ok(check, `${running.choice} is open: ${running.state.url}`);
  if (running?.state.kind === "reconnecting") {
    return warn(
      check,
      `${running.choice} was lost: ${running.state.reason}`,
      "Wait: it is reopened automatically",
    );
  }
  if (running?.state.kind === "failed") {
    const { what, why, hint } = running.state;
    return warn(
      check,
      `${running.choice} is not open: ${what}${why === null ? "" : ` (${why})`}`,
      hint ?? "Press o in the app",
    );
  }
  if (running === null) return ok(check, "none");
  const { provider } = settings.tunnel;
  readTunnel(settings);
  const choice = parseTunnelChoice(running?.choice ?? provider.value ?? defaultTunnel);
  if (choice === null) return ok(check, `none (${provider.from})`);
  const subject =
    running !== undefined
      ? `${running.choice} is not open, but`
      : (provider.value ?? `none configured; ${defaultTunnel}`);
  try {
    const { authtoken, trafficPolicy } = settings.tunnel;
    const parts = await choice.provider.check({
      authtoken: authtoken.value,
      trafficPolicyFile: trafficPolicy.value,
    });
    return ok(check, `${subject} can be opened: ${parts}`);
  } catch (error) {
    const isAsked = provider.value !== null && (running === undefined || running.choice === provider.value);
    if (!isHooklensError(error) || isAsked) throw error;
    return ok(
      check,
      `${running === undefined ? `none configured; ${defaultTunnel}` : `${running.choice} is not open and`} cannot be opened: ${error.message}`,
    );
  }
}
