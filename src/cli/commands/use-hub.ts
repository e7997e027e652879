import process from "node:process";
import { version } from "../../engine/version.ts";
import { withHub } from "../../engine/with-hub.ts";
import type { HubClient } from "../../hub/client.ts";
import { createHubClient } from "../../hub/create-hub-client.ts";
import type { Invocation } from "../command-line/command.ts";
import { noteLogger } from "../output/output.ts";
import { chooseHub } from "../settings/hub-choice.ts";

/** The hub a command talks to. */
interface UsedHub {
  readonly client: HubClient;
  /** For a person: `https://huggingface.co`, or `the local hub (no token was found)`. */
  readonly name: string;
  readonly isLocal: boolean;
  /** False: a local hub served by this command itself; what it queues waits for one that runs. */
  readonly running: boolean;
}

/** Calls the hub the settings choose. */
export async function useHub<T>(
  { settings, output }: Pick<Invocation, "settings" | "output">,
  use: (hub: UsedHub) => Promise<T>,
): Promise<T> {
  const choice = chooseHub(settings, process.env);
  if (choice.kind === "remote") {
    const endpoint = choice.endpoint.value;
    const client = createHubClient({ endpoint, token: choice.token.value });
    return use({ client, name: endpoint, isLocal: false, running: true });
  }
  const logger = noteLogger(output);
  return withHub({ dataDir: settings.dataDir.value, version, logger }, (client, running) =>
    use({ client, name: `the local hub (${choice.because})`, isLocal: true, running: running !== null }),
  );
}
