import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { receiverInHeader } from "../support/app/header.ts";
import { startApp } from "../support/app/open-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { freePort } from "../support/tunnel/free-port.ts";

it("warns about a damaged log that was set aside, until the file is removed", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const damaged = Buffer.alloc(20_000, "not a database ");
  writeFileSync(join(dataDir, "deliveries.db"), damaged);

  // A message about a taken port would cover the one expected here.
  for (const role of ["hub", "receiver"])
    writeFileSync(join(dataDir, `${role}-port`), `${await freePort()}\n`);

  const screen = await startApp({ columns: 180, env: { HOOKLENS_DATA_DIR: dataDir } });
  await screen.waitFor(receiverInHeader);
  await screen.waitFor(/deliveries were recovered, an unknown number/);
  await screen.waitFor(/ 1 file set aside$/);
  const kept = readdirSync(dataDir).find((name) => name.startsWith("deliveries.damaged-")) ?? "";
  expect(readFileSync(join(dataDir, kept)).equals(damaged)).toBe(true);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  await screen.waitFor(/ 1 file set aside$/);
});
