import { statSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { openLogFile } from "../../engine/log-file.ts";
import { describeStore } from "../../engine/stores.ts";
import { version } from "../../engine/version.ts";
import { UsageError } from "../../model/errors.ts";
import type { AppOptions } from "../../screens/start.ts";
import { hideSecrets } from "../../text/redact.ts";
import type { Startup } from "../command-line/command.ts";
import { describeFailure } from "../failure.ts";
import type { FiltersPlace } from "../settings/change-filters.ts";
import { chooseHub } from "../settings/hub-choice.ts";
import { interfaceValues } from "../settings/interface-table.ts";
import type { PolicyLink } from "../settings/policy-links.ts";
import { openReceiverConfig } from "../settings/receiver-config.ts";
import { readForwardRules, readTunnel } from "../settings/receiver-parts.ts";
import type { Settings } from "../settings/settings.ts";
import { storeLocation } from "../settings/store-location.ts";

/**
 * Opens the app. Never resolves, because the app ends the process.
 * @throws {UsageError} stdin or stdout is not a terminal, TERM is dumb, or the directory of policies does not
 * exist
 * @throws {HooklensError} a setting of the hub, the forward, the tunnel or the keys that cannot be used
 */
export async function open(startup: Startup): Promise<never> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError({
      what: "the app needs a terminal on both stdin and stdout",
      hint: "Run hooklens in a terminal, or run a command such as hooklens webhooks ls (see hooklens --help)",
    });
  }
  if (process.env["TERM"] === "dumb") {
    throw new UsageError({
      what: "the app cannot draw on this terminal",
      why: "TERM is dumb",
      hint: "Set TERM to the terminal's type, such as xterm-256color, or run a command such as hooklens webhooks ls",
    });
  }
  const options = await appOptions(startup);
  // Only this command loads React and Ink.
  const { openApp } = await import("../../screens/start.ts");
  await openApp(options);
  return new Promise(() => {});
}

/**
 * Returns the options of the app.
 * @throws {UsageError} the directory of policies or of handlers does not exist
 * @throws {HooklensError} a setting of the hub, the forward, the tunnel or the keys that cannot be used
 */
export async function appOptions(startup: Startup): Promise<AppOptions> {
  const { settings, flags } = startup;
  const policies = settings.policies.value;
  if (policies !== null && !isDirectory(policies)) {
    throw new UsageError({
      what: `${policies} is not a directory of policies`,
      hint: "Choose another with --policies",
    });
  }
  const { handlers } = settings.receiver;
  if (handlers.source === "flag" && !isDirectory(handlers.value ?? "")) {
    throw new UsageError({
      what: `${handlers.value} is not a directory of handlers`,
      hint: "Choose another with --handlers",
    });
  }
  // The engine of the app reads the config file itself, with the same profile.
  const profile = settings.profile === null ? [] : ["--profile", settings.profile];
  const own = policies ?? (isDirectory("policies") ? "policies" : null);
  const choice = chooseHub(settings, process.env);
  const logFile = openLogFile({ level: flags.verbose ? "debug" : "info" });
  hideSecrets(describeStore(settings.store.value).secrets);
  const receiver = openReceiverConfig(startup);
  // The engine resolves them too. Errors are reported before the app opens.
  readForwardRules(settings);
  readTunnel(settings);
  if (settings.interface.keys.source !== "default") {
    await (await import("../settings/check-keys.ts")).checkKeys(settings.configFile.path);
  }
  return {
    ...storeLocation(settings),
    version,
    setup: receiver.setup,
    receiver,
    program: { execPath: process.execPath, args: [...process.execArgv, process.argv[1] ?? "", ...profile] },
    logFile: logFile.path,
    remote: choice.kind === "local" ? null : { endpoint: choice.endpoint.value, token: choice.token.value },
    policies:
      own === null
        ? { path: shippedPolicies, isShipped: true }
        : { path: resolve(own), isShipped: false, ...linkOf(resolve(own), settings) },
    savedFilters: {
      filters: settings.filters.value,
      change: async (change) =>
        (await import("../settings/change-filters.ts")).changeFilters(filtersPlace(settings), change),
    },
    note: choice.kind === "local" ? `Working on the embedded hub: ${choice.because}` : null,
    noColor: settings.noColor.value,
    interface: interfaceValues(settings.interface),
    screenReader: flags.screenReader === true || Boolean(process.env["INK_SCREEN_READER"]),
    describe: (error) => describeFailure(error, logFile),
    log: (text) => logFile.warn(text),
  };
}

/** Returns the place of the saved filters: in the profile if it has its own. */
function filtersPlace({ configFile, profile, filters }: Settings): FiltersPlace {
  return { path: configFile.path, profile: filters.source === "profile" ? profile : null };
}

/** Returns the upstream branch and the baseline of a directory of policies; null for none. */
function linkOf(folder: string, { policyLinks }: Settings): Omit<PolicyLink, "dir"> {
  const { upstream = null, baseline = null } = policyLinks.value.find(({ dir }) => dir === folder) ?? {};
  return { upstream, baseline };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const here = import.meta.url;

/** Directory of the ten example policies: beside dist/ in the package, beside src/ in the repository. */
const shippedPolicies = fileURLToPath(
  new URL(here.endsWith(".ts") ? "../../../fixtures/policies" : "../fixtures/policies", here),
);
