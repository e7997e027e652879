import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { makeCliHome, runCli } from "../support/cli.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

const head = /seq\s*time/;

it("chooses, moves and resets the columns of a list, which follows at once, and remembers them", async () => {
  const dataDir = freshDataDir();
  const env = { HOOKLENS_DATA_DIR: dataDir };
  const app = await mountAttached({ columns: 120, rows: 40, env });
  const { screen } = app;
  await showDeliveries(app, ["me/corpus"]);
  await screen.waitFor(head);

  screen.press(",");
  await screen.waitFor(/❯ ✓ seq/);
  screen.press("space");
  await screen.waitFor(/❯ +seq +hidden/);
  await screen.waitUntil((now) => !head.test(now.text()));
  // The number of the delivery moves behind the time, and is shown again.
  screen.press("shift+down", "space");
  await screen.waitFor(/time▼ +seq +status/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("hidden"));
  // An act on the list still works.
  await post(app, contentPayload("me/later"));
  await screen.waitFor(/❯ \d\d:\d\d:\d\d +2 ✓ 200 .*me\/later/);
  screen.press("q");
  await screen.exit;

  const file = join(dataDir, "interface.json");
  const { columns } = JSON.parse(readFileSync(file, "utf8")) as {
    columns: { deliveries: readonly string[] };
  };
  expect(columns.deliveries.slice(0, 3)).toEqual(["time", "seq", "status"]);
  const { home, remove } = makeCliHome();
  onTestFinished(remove);
  const config = await runCli(["config", "--format", "json"], { home, env });
  const { settings } = JSON.parse(config.stdout) as {
    settings: readonly { name: string; value: string; source: string; from: string }[];
  };
  expect(settings.find(({ name }) => name === "interface.columns.deliveries")).toEqual({
    name: "interface.columns.deliveries",
    value: columns.deliveries.join(", "),
    source: "app",
    from: file,
  });

  const second = await mountApp({ columns: 120, rows: 40, env });
  second.screen.press("2");
  await second.screen.waitFor(/time▼ +seq +status/);
  second.screen.press(",", "ctrl+x");
  await second.screen.waitFor(/❯ ✓ seq/);
  second.screen.press("esc");
  await second.screen.waitFor(head);
});

it("keeps at least one column, and works on the other lists", async () => {
  const { screen } = await mountAttached({ columns: 120, rows: 30 });
  screen.press("5", ",");
  await screen.waitFor(/❯ ✓ time/);
  screen.press("space", "down", "space", "down");
  await screen.waitFor(/❯ ✓ text/);
  screen.press("space");
  await screen.waitFor("A list needs at least one column.");
  await screen.waitFor(/❯ ✓ text/);
});

it("names columns as the settings and the list do", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  await addWebhook(app);
  screen.press(",");
  await screen.waitFor(/❯ ✓ state/);
  await screen.waitFor(/✓ hours \(last 24 h\)/);
  await screen.waitFor(/✓ rate \(ok\)/);
});
