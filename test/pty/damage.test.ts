import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startApp } from "../support/app/open-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

it("says that a damaged log was kept aside, and goes on with a new one", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const damaged = Buffer.alloc(20_000, "not a database ");
  writeFileSync(join(dataDir, "deliveries.db"), damaged);

  const screen = await startApp({ columns: 120, env: { HOOKLENS_DATA_DIR: dataDir } });
  await screen.waitFor(/receiver http:\/\/127\.0\.0\.1:\d+/);
  await screen.waitFor(/deliveries\.db, which holds the log of deliveries, is damaged/);
  // It floats over the screen in several rows, up to what becomes of the file.
  expect(screen.text().replaceAll(/[│\s]+/g, " ")).toContain("the next start begins a new file.");
  const kept = readdirSync(dataDir).find((name) => name.startsWith("deliveries.damaged-"));
  expect(readFileSync(join(dataDir, kept ?? "")).equals(damaged)).toBe(true);
  // Gone with a key, as every error.
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  await screen.waitUntil((now) => !now.text().includes("is damaged"));
});
