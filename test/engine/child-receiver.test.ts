import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import { type AppEngine, ensureEngine } from "../../src/engine/child/ensure-engine.ts";
import type { ReceiverControl } from "../../src/engine/client.ts";
import { connectReceiver } from "../../src/engine/control/client.ts";
import type { Role } from "../../src/engine/role.ts";
import { version } from "../../src/engine/version.ts";
import type { ReceiverSetup } from "../../src/model/receiver-setup.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { closedGate } from "../support/gate.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { programFile } from "../support/program.ts";
import { sqliteAt } from "../support/sqlite-at.ts";
import { takePort } from "../support/taken-port.ts";
import { freePort } from "../support/tunnel/free-port.ts";

/** Starts the engine as the child of an app, with the real program and a config file. */
async function appEngine(
  config: string,
  setup: Partial<ReceiverSetup> = {},
  roles: readonly Role[] = ["receiver"],
): Promise<AppEngine> {
  const dataDir = freshDataDir();
  const home = join(dataDir, "..");
  mkdirSync(join(home, "hooklens"));
  writeFileSync(join(home, "hooklens", "config.yaml"), config);
  vi.stubEnv("XDG_CONFIG_HOME", home);
  vi.stubEnv("XDG_STATE_HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await ensureEngine({
    ...sqliteAt(dataDir),
    roles,
    version,
    setup: () => ({ secret: null, routes: ["inbox"], handlersDir: null, forward: null, ...setup }),
    program: { execPath: process.execPath, args: [programFile()] },
  });
  onTestFinished(async () => void (await engine.close()));
  return engine;
}

function controlOf({ receiver }: AppEngine): ReceiverControl {
  if (receiver === null) throw new Error("this engine has no receiver");
  return connectReceiver(receiver);
}

async function post({ receiver }: AppEngine, route: string, secret: string): Promise<number> {
  const headers = { "x-webhook-secret": secret };
  const url = `${receiver?.url}/webhooks/${route}`;
  return (await fetch(url, { method: "POST", headers, body: "{}" })).status;
}

test("an app's receiver has the configured handlers, forward and tunnel, and does not open the tunnel", async () => {
  const directory = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
  const engine = await appEngine(
    `receiver: {routeSecrets: {train: of-the-route}}
tunnel: {provider: "ssh://me@example.org", domain: hooks.example.org}
`,
    { secret: ["new-secret", "old-secret"], handlersDir: directory.path, forward: ":9" },
  );
  expect(await controlOf(engine).state()).toMatchObject({
    routes: ["inbox", "train"],
    handlers: [
      { route: "train", file: "train.ts", error: null, ready: true, readyAt: expect.any(String), loads: 1 },
    ],
    forward: { target: "http://127.0.0.1:9/" },
    tunnel: { choice: "ssh://me@example.org", provider: "ssh", state: { kind: "off" } },
    publicUrl: null,
  });
  expect(await post(engine, "train", "of-the-route")).toBe(200);
  expect(await post(engine, "train", "new-secret")).toBe(403);
  await controlOf(engine).setForward(null);
  expect(await post(engine, "inbox", "new-secret")).toBe(200);
  expect(await post(engine, "inbox", "old-secret")).toBe(200);
  expect(await post(engine, "inbox", "of-the-route")).toBe(403);
});

test("an app's receiver and hub have the configured ports, token and retention", async () => {
  const [receiver, hub] = [await freePort(), await freePort()];
  const engine = await appEngine(
    `receiver: {port: ${receiver}}
hub: {port: ${hub}, token: of-the-file}
deliveries: {keepDays: 2, keepBytes: 0}
`,
    { secret: "a-secret" },
    ["hub", "receiver"],
  );
  expect([engine.receiver?.url, engine.hub?.url, engine.hub?.token]).toEqual([
    `http://127.0.0.1:${receiver}`,
    `http://127.0.0.1:${hub}`,
    "of-the-file",
  ]);
  expect(await controlOf(engine).state()).toMatchObject({
    retention: { keepMs: 2 * 86_400_000, keepBytes: null },
  });
});

test("an app does not start its engine if the configured port is taken, and reports it", async () => {
  const { port } = await takePort();
  await expect(appEngine(`receiver: {port: ${port}}\n`)).rejects.toThrow(`port ${port} is taken`);
});

test("an app has its receiver without a missing directory of handlers, and gets a note", async () => {
  const engine = await appEngine("", { secret: "a-secret", handlersDir: "nowhere" });
  expect(engine.notes).toContainEqual(
    expect.stringMatching(
      /^The receiver runs without handlers, programs and forward: .*there is no such directory/,
    ),
  );
  expect((await controlOf(engine).state()).handlers).toEqual([]);
  expect(await post(engine, "inbox", "a-secret")).toBe(200);
});

test("the receiver of an app is set up anew while it runs, wholly or not at all", async () => {
  const labels = handlersDirectory({ "labels.ts": `export default () => "labeled";\n` });
  const gate = await closedGate();
  const slow = handlersDirectory({
    "slow.ts": `export default async () => { ${gate.wait} return "slow"; };\n`,
  });
  const engine = await appEngine("", { secret: "old-secret", handlersDir: slow.path });
  const control = controlOf(engine);
  const { startedAt } = await control.state();
  const inProgress = post(engine, "slow", "old-secret");
  await gate.arrived(1);

  const setup = { secret: "new-secret", routes: ["a", "b"], handlersDir: labels.path, forward: ":9" };
  await control.setUp(setup);
  expect(await control.state()).toMatchObject({
    startedAt,
    routes: ["a", "b", "labels"],
    handlersDir: labels.path,
    handlers: [{ route: "labels", ready: true }],
    forward: { target: "http://127.0.0.1:9/" },
    secretSet: true,
  });
  // The delivery that was acknowledged under the former setup ends with its handler.
  gate.open();
  expect(await inProgress).toBe(200);
  expect(await post(engine, "labels", "new-secret")).toBe(200);
  expect(await post(engine, "labels", "old-secret")).toBe(403);
  expect(await post(engine, "slow", "new-secret")).toBe(404);

  for (const [wrong, message] of [
    [{ ...setup, secret: " blank" }, "cannot be sent in a header"],
    [{ ...setup, routes: ["a", "a"] }, "defined twice"],
    [{ ...setup, handlersDir: "/nowhere" }, "there is no such directory"],
    [{ ...setup, forward: engine.receiver?.url ?? "" }, "is this receiver"],
  ] as const) {
    await expect(control.setUp({ ...wrong, routes: wrong.routes })).rejects.toThrow(message);
  }
  expect((await control.state()).routes).toEqual(["a", "b", "labels"]);
  expect(await post(engine, "labels", "new-secret")).toBe(200);

  await control.setUp({ secret: null, routes: ["inbox"], handlersDir: null, forward: null });
  expect(await control.state()).toMatchObject({
    routes: ["inbox"],
    handlers: [],
    handlersDir: null,
    forward: null,
    secretSet: false,
  });
});

test("a missing traffic policy disables the tunnel of an app, not its receiver", async () => {
  const engine = await appEngine(
    "tunnel: {provider: ngrok, authtoken: 2abcTheConfiguredToken, trafficPolicy: gone.yml}\n",
    { secret: "a-secret" },
  );
  const control = controlOf(engine);
  expect(await control.openTunnel()).toMatchObject({
    kind: "failed",
    what: expect.stringMatching(/^the traffic policy \/.*\/gone\.yml cannot be read$/),
  });
  expect(await control.state()).toMatchObject({ routes: ["inbox"], tunnel: { state: { kind: "failed" } } });
});
