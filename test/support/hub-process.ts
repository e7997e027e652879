import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { HubClient } from "../../src/hub/client.ts";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { testToken } from "./local-hub.ts";

/** Hub in a process that can be killed. */
export interface HubProcess {
  readonly endpoint: string;
  readonly client: HubClient;
  /** Kills the hub like a crash. Resolves when the process has ended. */
  readonly kill: () => Promise<void>;
}

/** Starts a hub on a new data directory; it is ended after the test. */
export async function hubProcess(dataDir: string): Promise<HubProcess> {
  mkdirSync(dataDir, { recursive: true });
  const entry = fileURLToPath(new URL("hub-entry.ts", import.meta.url));
  const child = spawn(process.execPath, [entry, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  const endpoint = String(line);
  const gone = once(child, "exit");
  return {
    endpoint,
    client: createHubClient({ endpoint, token: testToken }),
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
