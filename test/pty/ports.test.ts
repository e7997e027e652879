import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lastPortPath, readLastPort } from "../../src/engine/free-port.ts";
import { startApp } from "../support/app/open-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { takePort } from "../support/taken-port.ts";
import { freePort } from "../support/tunnel/free-port.ts";

it("uses the ports of the configuration", async () => {
  const [receiver, hub] = [await freePort(), await freePort()];
  const config = freshDataDir();
  mkdirSync(join(config, "hooklens"), { recursive: true });
  writeFileSync(
    join(config, "hooklens", "config.yaml"),
    `receiver: {port: ${receiver}}\nhub: {port: ${hub}, token: of-the-configuration}\n`,
  );
  const screen = await startApp({ columns: 160, env: { XDG_CONFIG_HOME: config } });
  await screen.waitFor(`receiver http://127.0.0.1:${receiver} no secret`);
  const headers = { authorization: "Bearer of-the-configuration" };
  const webhooks = await fetch(`http://127.0.0.1:${hub}/api/settings/webhooks`, { headers });
  expect(await webhooks.json()).toEqual([]);
});

it("shows in its header that hub and receiver use other ports, and uses the usual ones at the next start", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const [receiver, hub] = [await takePort(), await takePort()];
  writeFileSync(lastPortPath(dataDir, "receiver"), `${receiver.port}\n`);
  writeFileSync(lastPortPath(dataDir, "hub"), `${hub.port}\n`);
  const env = { HOOKLENS_DATA_DIR: dataDir };

  const moved = await startApp({ columns: 200, env });
  await moved.waitFor(new RegExp(String.raw`hub local on \d+ \(usually ${hub.port}\) · me`));
  await moved.waitFor(new RegExp(String.raw`receiver http://127\.0\.0\.1:\d+ \(usually ${receiver.port}\)`));
  moved.press("q");
  await moved.exit;
  expect(readLastPort(dataDir, "receiver")).toBe(receiver.port);

  await Promise.all([receiver.free(), hub.free()]);
  const again = await startApp({ columns: 200, env });
  await again.waitFor(`hub local · me  ● receiver http://127.0.0.1:${receiver.port} no secret`);
});
