import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepLastPort } from "../../src/engine/free-port.ts";
import type { RunningRole } from "../../src/engine/role.ts";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { startScreen } from "../../test/support/screen/start-screen.ts";
import type { PicturedApp, Size, Start } from "./pictures.ts";
import { writeHandlers, writePolicies } from "./written-files.ts";

const root = join(import.meta.dirname, "..", "..");
const program = join(root, "bin", "hooklens.js");

/** Timeout of each wait, in milliseconds; long enough for a busy machine. */
const timeoutMs = 20_000;

/** Rows that hold all of the text for a screen reader, which is longer than the window. */
const readerRows = 400;

/** Place for one app at a time: ports that no other place has, and data that is filled once. */
export interface Place {
  readonly ports: { readonly receiver: number; readonly hub: number };
  /** Filled data directory, which each start copies; null while it is being filled. */
  readonly filled: string | null;
}

export interface StartedApp extends PicturedApp, AsyncDisposable {}

/** Starts the app on files of its own, which end with it, and waits until it has a receiver and a hub. */
export async function startApp(
  place: Place,
  start: Start,
  [columns, rows]: Size,
  isReader = false,
): Promise<StartedApp> {
  const { data = "empty", env = {}, config = {}, policies: kind = "own", isLocal = true } = start;
  await using resources = new AsyncDisposableStack();
  const files = mkdtempSync(join(tmpdir(), "hooklens-"));
  resources.defer(() => rmSync(files, { recursive: true, force: true }));
  const dataDir = join(files, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  if (data === "filled" && place.filled !== null) cpSync(place.filled, dataDir, { recursive: true });
  keepLastPort(dataDir, "receiver", place.ports.receiver);
  keepLastPort(dataDir, "hub", place.ports.hub);
  const policies = join(files, "policies");
  writePolicies(policies, kind);
  const handlers = data === "filled" ? { handlers: writeHandlers(join(files, "handlers")) } : {};
  mkdirSync(join(files, "hooklens"));
  // A linked directory would be shown in place of the bundled one.
  const links = kind === "bundled" ? {} : { policies: [{ dir: policies, repo: "dataset:me/policies" }] };
  const settings = { ...config, ...links, receiver: { ...handlers, ...config["receiver"] } };
  writeFileSync(join(files, "hooklens", "config.yaml"), JSON.stringify(settings));

  const opened = kind === "bundled" ? [] : ["--policies", policies];
  const reader = isReader ? ["--screen-reader"] : [];
  const screen = await startScreen(["node", program, ...opened, ...reader], {
    columns,
    rows,
    ...(isReader ? { shownRows: readerRows } : {}),
    timeoutMs,
    env: {
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compile"),
      XDG_CONFIG_HOME: files,
      HOOKLENS_DATA_DIR: dataDir,
      ...env,
    },
  });
  resources.defer(() => screen.close());
  const role = (name: RunningRole["role"]): RunningRole => {
    const running = readRuntimeFile(dataDir, name);
    if (running === null) throw new Error(`no ${name} runs on ${dataDir}`);
    return running;
  };
  await screen.waitUntil(() => readRuntimeFile(dataDir, "receiver") !== null);
  if (isLocal) {
    await screen.waitUntil(() => readRuntimeFile(dataDir, "hub") !== null);
    // The first message of the app hides the status line for a while; a screen reader's text keeps it.
    if (!isReader) await screen.waitUntil((now) => !now.text().includes("Working on the embedded hub"));
  }
  const { url, token } = isLocal ? role("hub") : { url: "http://127.0.0.1:9", token: null };
  const owned = resources.move();
  return {
    screen,
    dataDir,
    policies,
    receiver: role("receiver").url,
    hub: createHubClient({ endpoint: url, token: token ?? "" }),
    role,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
