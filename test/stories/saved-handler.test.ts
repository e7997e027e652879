import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";

it("says on every screen what a saved handler may solve, and replays that with a key", async () => {
  const handlers = handlersDirectory({
    "train.mjs": `export default () => { throw new Error("no GPU"); };\n`,
  });
  const config = freshDataDir("config");
  mkdirSync(join(config, "hooklens"), { recursive: true });
  const settings = { receiver: { handlers: handlers.path } };
  writeFileSync(join(config, "hooklens", "config.yaml"), JSON.stringify(settings));
  const app = await mountApp({ columns: 120, rows: 40, env: { XDG_CONFIG_HOME: config } });
  const { screen } = app;
  for (const _ of [1, 2]) expect(await post(app, contentPayload(), { path: "/webhooks/train" })).toBe(500);
  expect(await post(app)).toBe(200);

  screen.press("4");
  await screen.waitFor("[4 Jobs");
  handlers.save("train.mjs", "export default () => {\n  return 'trained'\n");
  await screen.waitFor(/train\.mjs is broken: SyntaxError: .* · the version of \d\d:\d\d:\d\d still runs/);
  handlers.save("train.mjs", "export default () => 'trained';\n");
  await screen.waitFor("train.mjs reloaded · 2 open failures, m h replays them");
  screen.press("m", "h");
  await screen.waitFor("Replay 2 deliveries");
  screen.press("enter");
  await screen.waitFor("Replayed 2 deliveries");
});
