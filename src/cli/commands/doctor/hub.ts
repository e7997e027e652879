import process from "node:process";
import { findRole } from "../../../engine/roles/find-role.ts";
import { openStore } from "../../../engine/stores.ts";
import { version } from "../../../engine/version.ts";
import type { HubClient } from "../../../hub/client.ts";
import { createHubClient } from "../../../hub/create-hub-client.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { HubReader } from "../../../store/hub-reader.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { plural } from "../../../text/numbers.ts";
import { chooseHub } from "../../settings/hub-choice.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";

/**
 * Checks the hub that commands use. A remote hub, and a local hub that runs, must accept the token.
 * @param location null if the data directory does not exist or cannot be used
 */
export async function checkHub(settings: Settings, location: StoreLocation | null): Promise<Finding> {
  const check = "hub";
  try {
    const choice = chooseHub(settings, process.env);
    if (choice.kind === "remote") {
      const { endpoint, token } = choice;
      const client = createHubClient({ endpoint: endpoint.value, token: token.value });
      return ok(
        check,
        `${endpoint.value} (${endpoint.from}), token from ${token.from}, ${await account(client)}`,
      );
    }
    const because = `the local hub (${choice.because})`;
    const running = location === null ? null : await findRole(location, "hub", version);
    if (running === null) return ok(check, `${because}, not running; each command opens it itself`);
    const client = createHubClient({ endpoint: running.url, token: running.token, timeoutMs: 5000 });
    return ok(check, `${because}, running at ${running.url}, ${await account(client)}`);
  } catch (error) {
    if (isHooklensError(error)) return failure(check, error);
    throw error;
  }
}

/** Counts dispatches of the local hub with an unreadable job. They are not retried. */
export async function checkDispatches(location: StoreLocation): Promise<readonly Finding[]> {
  let reader: HubReader | null = null;
  try {
    reader = await (await openStore(location)).openHubReader();
    const unreadable = reader?.unreadableJobs() ?? 0;
    if (unreadable === 0) return [];
    const some = plural(unreadable, "dispatch was", "dispatches were");
    return [
      warn(
        "dispatches",
        `${some} given up: the job in the queue cannot be read`,
        "Send them again from the activity of the webhook",
      ),
    ];
  } catch {
    // The check of the file reports the error.
    return [];
  } finally {
    reader?.close();
  }
}

async function account(client: HubClient): Promise<string> {
  return `account ${(await client.whoami()).name}`;
}
