import { existsSync } from "node:fs";
import process from "node:process";
import { exitCodes, type HooklensError, isHooklensError } from "../../../model/errors.ts";
import { command } from "../../command-line/command-record.ts";
import { checkKeys } from "../../settings/check-keys.ts";
import { storeLocation } from "../../settings/store-location.ts";

export const doctor = command("doctor", {
  description:
    "Check configuration, connectivity and data, with a fix for each problem; exits with code 1 if a check fails",
  despiteConfigError: true,
  async run({ settings, output, configError, print }) {
    // Loaded now: the help does not need them.
    const [
      { findingLine },
      { checkDispatches, checkHub },
      { checkReceiver },
      { checkSetup, checkTerminal },
      { checkStorage },
      { checkStore },
      { checkAllWebhooks },
    ] = await Promise.all([
      import("./finding.ts"),
      import("./hub.ts"),
      import("./receiver.ts"),
      import("./setup.ts"),
      import("./storage.ts"),
      import("./store.ts"),
      import("./webhooks.ts"),
    ]);
    const storage = await checkStorage(settings);
    // The checks of the files would repeat that the directory is unusable.
    const location = storage.isUsable && existsSync(settings.dataDir.value) ? storeLocation(settings) : null;
    const findings = [
      ...checkSetup(settings, configError ?? (await findKeyError(settings.configFile.path))),
      ...storage.findings,
      ...(storage.isUsable ? await checkStore(storeLocation(settings)) : []),
      await checkHub(settings, location),
      ...(location === null ? [] : await checkDispatches(location)),
      ...(await checkReceiver(settings, location)),
      ...(await checkAllWebhooks({ settings, output }, location)),
      checkTerminal(process.env),
    ];
    await print({
      table: () => findings.map(findingLine),
      json: () => findings,
      quiet: () => findings.filter(({ status }) => status === "fail").map(({ check }) => check),
    });
    return findings.some(({ status }) => status === "fail") ? exitCodes.failed : exitCodes.done;
  },
});

/** Returns the error of the keys in a config file; null if there is none. */
async function findKeyError(path: string): Promise<HooklensError | null> {
  try {
    await checkKeys(path);
    return null;
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return error;
  }
}
