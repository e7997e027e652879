import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { showDeliveries } from "../support/app/steps.ts";
import { secondsApart, storedDeliveries } from "../support/app/stored-deliveries.ts";

const size = { columns: 120, rows: 40 };

it("exports the marked deliveries in each format, and asks before it replaces files", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  await showDeliveries(app, ["me/a", "me/b", "me/c"]);
  const at = (name: string) => join(screen.home, name);
  screen.press("space", "space");
  await screen.waitFor("2 marked: r replay  x export  = compare");

  const exportAs = async (steps: number, name: string) => {
    screen.press("x");
    await screen.waitFor("Export 2 deliveries");
    screen.press(...Array.from({ length: steps }, () => "right"), "tab", "ctrl+u");
    screen.type(at(name));
    screen.press("enter");
  };
  await exportAs(0, "out.ndjson");
  await screen.waitFor(/Exported 2 deliveries to .*out\.ndjson/);
  const rows = readFileSync(at("out.ndjson"), "utf8").trim().split("\n");
  expect(rows.map((row) => JSON.parse(row).repo.name)).toEqual(["me/b", "me/c"]);

  await exportAs(1, "out.har");
  await screen.waitFor(/Exported 2 deliveries to .*out\.har/);
  const har = JSON.parse(readFileSync(at("out.har"), "utf8"));
  expect(har.log.entries).toHaveLength(2);

  mkdirSync(at("scripts"));
  writeFileSync(at("scripts/mine"), "");
  await exportAs(2, "scripts");
  await screen.waitFor("The directory is not empty.");
  screen.press("y");
  await screen.waitFor(/Exported 2 deliveries to .*scripts/);
  expect(readdirSync(at("scripts")).toSorted()).toEqual([
    "00000002.body",
    "00000002.sh",
    "00000003.body",
    "00000003.sh",
    "mine",
  ]);

  writeFileSync(at("kept.har"), "kept");
  await exportAs(1, "kept.har");
  await screen.waitFor("The file exists.");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("The file exists."));
  expect(readFileSync(at("kept.har"), "utf8")).toBe("kept");

  await exportAs(0, "kept.har/below");
  await screen.waitFor(/kept\.har\/below was not written \(a part of its path is not a directory/);
  expect(existsSync(at("kept.har/below"))).toBe(false);
  expect(readdirSync(screen.home).filter((name) => name.includes("partial"))).toEqual([]);
});

it("exports all that match without a mark", async () => {
  const env = { HOOKLENS_DATA_DIR: await storedDeliveries(secondsApart(200)) };
  const { screen } = await mountAttached({ ...size, env });
  screen.press("2");
  await screen.waitFor(/❯.*dataset:me\/d200 /);
  screen.press("x");
  await screen.waitFor("Export 200 deliveries");
  screen.press("tab", "ctrl+u");
  screen.type(join(screen.home, "all.ndjson"));
  screen.press("enter");
  await screen.waitFor(/Exported 200 deliveries to/);
  expect(readFileSync(join(screen.home, "all.ndjson"), "utf8").trim().split("\n")).toHaveLength(200);
});
