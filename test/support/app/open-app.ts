import { join } from "node:path";
import type { RunningRole } from "../../../src/engine/roles/role.ts";
import { readRuntimeFile } from "../../../src/engine/roles/runtime-file.ts";
import type { HubClient } from "../../../src/hub/client.ts";
import { createHubClient } from "../../../src/hub/create-hub-client.ts";
import { openScreen } from "../screen/open-screen.ts";
import type { Screen, ScreenOptions } from "../screen/screen.ts";

/** The program as it is installed; `npm test` builds it first. */
const program = join(import.meta.dirname, "..", "..", "..", "bin", "hooklens.js");

export interface OpenAppOptions extends ScreenOptions {
  readonly args?: readonly string[];
}

/** The whole app on a screen, its receiver and hub running. */
export interface OpenApp {
  readonly screen: Screen;
  readonly dataDir: string;
  /** `http://127.0.0.1:7860`, as the header shows it. */
  readonly receiver: string;
  /** The embedded hub, spoken to from outside. */
  readonly hub: HubClient;
  /** Who holds the hub or the receiver now. */
  role(name: RunningRole["role"]): RunningRole;
}

/** Starts the app for the length of the running test and waits until its header shows the receiver's address and the account. */
export async function openApp(options: OpenAppOptions = {}): Promise<OpenApp> {
  const screen = await startApp(options);
  await screen.waitFor(/hub local · \w+ .*receiver http:\/\/127\.0\.0\.1:\d+/);
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
    receiver: /http:\/\/127\.0\.0\.1:\d+/.exec(screen.line(0))?.[0] ?? "",
    hub: createHubClient({ endpoint: url, token: token ?? "" }),
    role,
  };
}

/** The app as it is right after its start, whatever it is connected to. */
export function startApp({ args = [], env = {}, ...options }: OpenAppOptions = {}): Promise<Screen> {
  return openScreen(["node", program, ...args], {
    ...options,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
  });
}

/** Kept from one start to the next: the home of a screen is empty, and compiling anew takes longer than all else in a start. */
const compileCache = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "compile");
