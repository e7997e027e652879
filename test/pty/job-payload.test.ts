import { it } from "vitest";
import { openApp } from "../support/app/open-app.ts";

it("runs of a webhook are repeated with another payload, and lead to their webhook", async () => {
  const editor = 'edit() { sed -i s/me.corpus/me\\\\/other/ "$1"; }; edit';
  const app = await openApp({ columns: 120, rows: 40, env: { EDITOR: editor } });
  const { screen, hub } = app;
  screen.press("4");
  await screen.waitFor("No runs yet");
  const source = await hub.runJob({
    command: ["sh", "-c", "echo $WEBHOOK_REPO_ID"],
    image: "python:3.12",
  });
  const repo = { type: "dataset", name: "me/corpus" };
  const { id } = await hub.createWebhook({ jobId: source.id, watched: [repo] });
  await hub.trigger({ scope: "repo.content", action: "update", repo });
  // The list may have selected the source before it had the run of the webhook.
  await screen.waitFor("2 runs");
  screen.press("home");
  await screen.waitFor(new RegExp(`│webhook +${id} g o`));
  await screen.waitFor(/│dispatch +\d+/);
  await screen.waitFor(/:\d\d me\/corpus/);
  screen.press("e");
  await screen.waitFor(/Payload +[\d.,]+ \w+ in WEBHOOK_PAYLOAD/);
  screen.press("ctrl+o");
  await screen.waitFor("in WEBHOOK_PAYLOAD, changed");
  screen.press("enter");
  await screen.waitFor(/:\d\d me\/other/);
  screen.press("j");
  await screen.waitFor(/❯ .*webhook/);
  screen.press("g", "o");
  // The attempts of the dispatch are open over its webhook.
  await screen.waitFor("[1 Webhooks");
  await screen.waitFor(/┌ .*repo\.content/);
  await screen.waitFor(/started .*run|run [0-9a-f]{24}/);
  screen.press("esc");
  // Closing them leads back to the run.
  await screen.waitFor("[4 Jobs]");
  await screen.waitFor(/❯ .*webhook/);
});
