import type { ReceiverState } from "../../../engine/receiver-state.ts";
import { retentionOf } from "../../../engine/retention.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { listHandlers, refuseTwice } from "../../../receiver/handlers/handler-files.ts";
import { defaultTunnel, parseTunnelChoice, tunnelOptionNames } from "../../../receiver/tunnel/providers.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { duration } from "../../../text/duration.ts";
import { byteSize } from "../../../text/numbers.ts";
import { readTunnel } from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";
import { checkForwards } from "./forwards.ts";

/**
 * Checks handlers, forward targets, tunnel and retention of the running receiver, or the configured ones if
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
    ...(await checkForwards(settings, state, location)),
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
      hint ?? "Press m o in the app",
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
    const options = tunnelOptionNames.map((name) => [name, settings.tunnel[name].value] as const);
    const parts = await choice.provider.check({ options: Object.fromEntries(options) });
    return ok(check, `${subject} can be opened: ${parts}`);
  } catch (error) {
    const isAsked = provider.value !== null && (running === undefined || running.choice === provider.value);
    if (!isHooklensError(error) || isAsked) throw error;
    return ok(
      check,
      running === undefined ? "none configured" : `${running.choice} is not open (${error.what})`,
    );
  }
}
