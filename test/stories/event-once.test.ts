import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Size } from "../../src/tui/state/window.ts";
import { mountApp } from "../support/app/mount-app.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";

const size: Size = { columns: 120, rows: 40 };
const push = { scope: "repo.content", action: "update", repo: { type: "dataset", name: "me/corpus" } };

/** Opens the app with a handler that fails, and sends it events of the local hub until each was tried twice. */
async function openWithFailures(events: number, { columns, rows } = size) {
  const directory = freshDataDir("config");
  const effectsFile = join(directory, "effects");
  mkdirSync(join(directory, "hooklens"), { recursive: true });
  writeFileSync(effectsFile, "");
  const handlers = handlersDirectory({ "inbox.mjs": 'export default () => { throw new Error("no GPU"); };' });
  const config = JSON.stringify({ receiver: { handlers: handlers.path } });
  writeFileSync(join(directory, "hooklens", "config.yaml"), config);
  const app = await mountApp({ columns, rows, env: { XDG_CONFIG_HOME: directory } });
  const webhook = await addWebhook(app);
  for (let n = 0; n < events; n += 1) await app.hub.trigger(push);
  app.screen.press("2");
  // The hub sends each a second time after 5 s, a third time after 5 min.
  await app.screen.waitFor(new RegExp(`❯ +${2 * events} .* ✗ 500 `));
  const dispatches = async () => (await app.hub.activity(webhook.id, { limit: 200 })).dispatches;
  return {
    ...app,
    webhook,
    /** Saves a handler that succeeds and writes the ID of each event that it handles. */
    fix() {
      handlers.replace(
        "inbox.mjs",
        `import { appendFileSync } from "node:fs";
         export default (_, request) => {
           appendFileSync(${JSON.stringify(effectsFile)}, request.headers.get("webhook-id") + "\\n");
         };`,
      );
    },
    effects: () => readFileSync(effectsFile, "utf8").trim().split("\n").toSorted(),
    dispatches,
    /** Waits until the hub got a 2xx for each event. */
    async allSent() {
      await expect.poll(async () => (await dispatches()).every(({ state }) => state === "sent")).toBe(true);
    },
  };
}

it("handles each event once when failures are replayed and the hub sends them again", async () => {
  const app = await openWithFailures(12);
  const { screen, hub } = app;
  app.fix();
  await screen.waitFor("inbox.mjs reloaded");
  screen.press("/");
  screen.type("is:open");
  await screen.waitFor("12 of 24");
  screen.press("enter", "m", "g");
  await screen.waitFor("is:open is:latest");
  screen.press("ctrl+a", "r");
  await screen.waitFor("Replay 12 deliveries");
  await screen.waitFor("12 still waiting in the hub: settled by a replay that succeeds");
  screen.press("enter");
  await screen.waitFor("Replayed 12 deliveries: 12 ok");

  await hub.retryDispatches(app.webhook.id);
  await app.allSent();
  const ids = (await app.dispatches()).map(({ messageId }) => messageId).toSorted();
  expect(ids).toHaveLength(12);
  expect(app.effects()).toEqual(ids);
  // The last attempts of the hub are rows of their own, which say why nothing ran.
  screen.press("esc", "esc");
  await screen.waitFor(/already handled by #?\d+/);
});

it("closes an event that a retry of the hub handled, and leaves it out of a replay", async () => {
  const app = await openWithFailures(1);
  const { screen, hub } = app;
  app.fix();
  await screen.waitFor("inbox.mjs reloaded");
  await hub.retryDispatches(app.webhook.id);
  await app.allSent();
  await screen.waitFor(/❯ +3 .*✓ 200 .*3 tries ↻ 1/);
  await screen.waitFor("1 event · 0 open · m g unfolds");
  screen.press("m", "g");
  await screen.waitFor(/✗ 500 .*3 tries ✓ 3 · no GPU/);
  screen.press("ctrl+a", "r");
  await screen.waitFor("2 left out (already handled)");
  await screen.waitFor("1 already handled: run again");
  screen.press("esc", "esc", "n");
  await screen.waitFor(/No \w+ failure is open\./);
  screen.press("/");
  screen.type("is:open");
  await screen.waitFor("0 of 3");
});

it.each<Size>([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
])("has one row per event, which leads to its tries, at $columns columns", async (window) => {
  const app = await openWithFailures(2, window);
  const { screen } = app;
  await screen.waitFor("2 events · 2 open · m g unfolds");
  await screen.waitFor("1-2 of 2");
  expect(screen.text().split("✗ 500 ")).toHaveLength(3);
  screen.press("m", "g");
  await screen.waitFor("2 events · 2 open · m g folds");
  await screen.waitFor("1-4 of 4");
  screen.press("m", "g");
  await screen.waitFor("1-2 of 2");

  app.fix();
  await screen.waitFor("inbox.mjs reloaded");
  screen.press("r");
  await screen.waitFor("Replay delivery #4");
  screen.press("enter");
  await screen.waitFor("Replayed #4 as #5: 200");
  await screen.waitFor(/❯ +5 .*✓ 200 .*3 tries/);
  await screen.waitFor("2 events · 1 open · m g unfolds");
  await screen.waitFor("1-2 of 2");
  // A filter searches the tries that are folded away, too.
  screen.press("/");
  screen.type("status:500");
  await screen.waitFor("4 of 5");
  screen.press("esc");
  await screen.waitFor("1-2 of 2");

  screen.press("enter", "tab");
  await screen.waitFor("tries of this event");
  screen.press("/");
  screen.type("✗ 500");
  await screen.waitFor(/❯#[12] {2}/);
  screen.press("enter", "enter");
  await screen.waitFor(/Filtered by the 3 tries of the event of #[12]\./);
  screen.press("esc", "esc");
  await screen.waitFor(/filter +seq:[12]\|[34]\|5 +3 of 5/);
  await screen.waitFor(/❯ +[12] .*✗ 500/);
  screen.press("esc");
  await screen.waitFor(/❯ +5 .*✓ 200 .*3 tries/);
  await screen.waitFor("1-2 of 2");
});

it("closes an event whose second replay was handled", async () => {
  const app = await openWithFailures(1);
  const { screen } = app;
  screen.press("r");
  await screen.waitFor("Replay delivery #2");
  await screen.waitFor("1 still waiting in the hub");
  screen.press("enter");
  await screen.waitFor(/✗ Replayed #2 as #3: /);
  app.fix();
  // The line of the message shows the failed replay.
  screen.press("5");
  await screen.waitFor("inbox.mjs reloaded");
  screen.press("2");
  await screen.waitFor(/❯ +3 .* ✗ 500 /);
  screen.press("r");
  await screen.waitFor("Replay delivery #3");
  screen.press("enter");
  await screen.waitFor("Replayed #3 as #4: 200");
  screen.press("/");
  screen.type("is:open");
  await screen.waitFor("0 of 4");
  screen.press("ctrl+u");
  screen.type("is:recovered");
  await screen.waitFor("3 of 4");
});

it("shows a push that a newer one has superseded", async () => {
  const directory = freshDataDir("config");
  mkdirSync(join(directory, "hooklens"), { recursive: true });
  const handlers = handlersDirectory({ "inbox.mjs": 'export default () => { throw new Error("no GPU"); };' });
  const runs = { inbox: { latest: true, retries: ["1h"] } };
  writeFileSync(
    join(directory, "hooklens", "config.yaml"),
    JSON.stringify({ receiver: { handlers: handlers.path, runs } }),
  );
  const app = await mountApp({ ...size, env: { XDG_CONFIG_HOME: directory } });
  const { screen } = app;
  const body = contentPayload("me/corpus", { updatedRefs: [{ ref: "refs/heads/main" }] });
  screen.press("2");
  expect(await post(app, body)).toBe(202);
  await screen.waitFor(/❯ +1 .*⋯ .*next/);
  expect(await post(app, body)).toBe(202);
  await screen.waitFor(/❯ +2 .*⋯ .*next/);
  await screen.waitFor(/ 1 .*↷ — .*superseded by #2/);
  screen.press("/");
  screen.type("is:superseded");
  await screen.waitFor("1 of 2");
  await screen.waitFor(/❯ +1 .*↷ — .*superseded by #2/);
  await screen.waitFor(/↷ superseded by #2/);
  screen.press("ctrl+u");
  screen.type("is:open");
  await screen.waitFor(/❯ +2 .*⋯ /);
});
