import process from "node:process";
import { version } from "../../engine/version.ts";
import type { HubClient } from "../../hub/client.ts";
import type { Startup } from "../command-line/command.ts";
import { chooseHub } from "../settings/hub-choice.ts";
import { assertDataDirExists, storeLocation } from "../settings/store-location.ts";

/** Hub of a command. */
interface UsedHub {
  readonly client: HubClient;
  /** Name for a person: `https://huggingface.co`, or `the local hub (no token was found)`. */
  readonly name: string;
  readonly isLocal: boolean;
  /**
   * True if the hub runs in a process of its own; false if the command opens the local hub: dispatches then
   * wait until one runs.
   */
  readonly running: boolean;
}

interface HubUse extends Pick<Startup, "settings" | "output"> {
  /** False for a command that only reads: a named data directory must exist. @default true */
  readonly creates?: boolean;
}

/** Calls `use` with the hub that the settings select. */
export async function useHub<T>(
  { settings, output, creates = true }: HubUse,
  use: (hub: UsedHub) => Promise<T>,
): Promise<T> {
  const choice = chooseHub(settings, process.env);
  if (choice.kind === "remote") {
    const { createHubClient } = await import("../../hub/create-hub-client.ts");
    const endpoint = choice.endpoint.value;
    const client = createHubClient({ endpoint, token: choice.token.value });
    return use({ client, name: endpoint, isLocal: false, running: true });
  }
  if (!creates) assertDataDirExists(settings);
  const { withHub } = await import("../../engine/with-hub.ts");
  const { logger } = output;
  return withHub({ ...storeLocation(settings), version, logger }, (client, running) =>
    use({ client, name: `the local hub (${choice.because})`, isLocal: true, running: running !== null }),
  );
}
