import { join } from "node:path";
import type { RunningRole } from "../../../src/engine/role.ts";
import { readRuntimeFile } from "../../../src/engine/roles/runtime-file.ts";
import type { HubClient } from "../../../src/hub/client.ts";
import { createHubClient } from "../../../src/hub/create-hub-client.ts";
import { compileCache } from "../compile-cache.ts";
import { openScreen } from "../screen/open-screen.ts";
import type { ProcessScreen, Screen, ScreenOptions } from "../screen/screen.ts";
import { receiverInHeader } from "./header.ts";

/** Installed program; `npm test` builds it. */
export const program = join(import.meta.dirname, "..", "..", "..", "bin", "hooklens.js");

export interface OpenAppOptions extends ScreenOptions {
  readonly args?: readonly string[];
}

/** The app on a screen, with a running receiver and hub. */
export interface OpenApp<S extends Screen = Screen> {
  readonly screen: S;
  readonly dataDir: string;
  /** Local URL of the receiver, for example `http://127.0.0.1:7860`. */
  readonly receiver: string;
  /** Client of the embedded hub. */
  readonly hub: HubClient;
  /** Returns the current holder of a role. */
  role(name: RunningRole["role"]): RunningRole;
}

/** Starts the app for the current test, and waits until its header shows the account and the receiver. */
export async function openApp(options: OpenAppOptions = {}): Promise<OpenApp<ProcessScreen>> {
  return connectedApp(await startApp(options), options);
}

/** Waits until the header of the app on a screen shows the account and the receiver. */
export async function connectedApp<S extends Screen>(
  screen: S,
  options: OpenAppOptions,
): Promise<OpenApp<S>> {
  await screen.waitFor(/●me|● .* · \w/);
  await screen.waitFor(receiverInHeader);
  const dataDir = options.env?.["HOOKLENS_DATA_DIR"] ?? join(screen.home, ".local", "share", "hooklens");
  const role = (name: RunningRole["role"]): RunningRole => {
    const running = readRuntimeFile(dataDir, name);
    if (running === null) throw new Error(`no ${name} runs on ${dataDir}`);
    return running;
  };
  const { url, token } = role("hub");
  return {
    screen,
    dataDir,
    receiver: role("receiver").url,
    hub: createHubClient({ endpoint: url, token: token ?? "" }),
    role,
  };
}

/** Starts the app without waiting for a connection. */
export function startApp({ args = [], env = {}, ...options }: OpenAppOptions = {}): Promise<ProcessScreen> {
  return openScreen(["node", program, ...args], {
    ...options,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
  });
}
