import { expect, it } from "vitest";
import { receiverOf } from "../support/app/header.ts";
import { mountScreen } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { engineForApps, mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, withoutWebhooks } from "../support/app/steps.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { shared } from "../support/shared.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const repo = { type: "dataset", name: "me/corpus" };
/** Keeps the hub from the next attempt for longer than a test. */
const retryLater = { "retry-after": "3600" };

const mounted = shared(() => mountAttached({ columns: 120, rows: 40 }));

/** Shows the activity of a new webhook with this target, which one event was sent to. */
async function appWithActivity(url: string): Promise<{ readonly app: OpenApp; readonly id: string }> {
  const app = mounted();
  await withoutWebhooks(app);
  const { id } = await addWebhook(app, "dataset:me/corpus", url);
  await app.hub.trigger({ scope: "repo.content", action: "update", repo });
  await app.screen.waitFor(`─ Activity of ${id} · g a moves here`);
  app.screen.press("g", "a");
  await app.screen.waitFor(`━ Activity of ${id} ━`);
  return { app, id };
}

async function returnToList({ screen }: OpenApp): Promise<void> {
  screen.press("esc");
  await screen.waitFor(/┏━ Webhooks ━/);
}

it("shows the dispatches of a webhook, their attempts and responses, replays one, and leaves it by 2", async () => {
  let status = 500;
  const target = await httpTarget((_request, response) => {
    response
      .writeHead(status, { "content-type": "text/plain", ...retryLater })
      .end(`the target says ${status}`);
  });
  const { app } = await appWithActivity(`${target.url}/hook`);
  const { screen } = app;
  await screen.waitFor(/❯.* repo\.content update +dataset:me\/corpus +1 ↻ 500/);
  await screen.waitFor(/next attempt in \d+ (?:min|h)/);
  // The answer to the last attempt is below the list.
  await screen.waitFor(/✗ 500 · text\/plain · 19 bytes · [\d.]+ m?s/);
  await screen.waitFor(/┃the target says 500 /);

  screen.press("enter");
  await screen.waitFor(/Dispatch \d+: repo\.content update of dataset:me\/corpus/);
  await screen.waitFor(/Attempt 1 ✗ 500 · [\d.]+ m?s/);
  await screen.waitFor(`to ${target.url}/hook`);
  await screen.waitFor("the target says 500");
  await screen.waitFor("next attempt 20");
  await screen.waitFor('"scope": "repo.content"');
  await screen.waitFor("r send now");

  screen.press("/");
  screen.type("target says");
  screen.press("enter");
  await screen.waitFor(/search +target says +1 of 1 hit/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("1 of 1 hit"));
  await screen.waitFor("Attempt 1");

  status = 200;
  screen.press("r");
  await screen.waitFor(/Attempt 2 ✓ 200 · \d/);
  await screen.waitFor("r replay");
  screen.press("r");
  await screen.waitFor(/✓ Replayed dispatch \d+: 200/);
  await screen.waitFor(/Attempt 3 ✓ 200 · replay/);
  expect(target.seen.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook"]);
  expect(target.seen[1]?.body).toBe(target.seen[0]?.body);

  screen.press("2");
  await screen.waitFor("━ Deliveries ━");
  expect(screen.text()).not.toContain("Attempt 1");
  screen.press("1");
  await screen.waitFor(/❯.* repo\.content update +dataset:me\/corpus +3 ✓ 200/);
  await screen.waitFor("┃the target says 200 ");
  screen.press("esc");
  await screen.waitFor(/┏━ Webhooks ━/);
});

it("refreshes while open: new dispatches appear at the top, and the selected one stays selected", async () => {
  const target = await httpTarget(always(200));
  const { app } = await appWithActivity(target.url);
  const { screen } = app;
  await screen.waitFor(/❯.* dataset:me\/corpus +1 ✓ 200/);
  await app.hub.trigger({ scope: "discussion", action: "create", repo });
  await screen.waitFor(/❯ [\d:]+ +discussion create .* ✓ 200/);

  screen.press("j");
  await screen.waitFor(/❯ [\d:]+ +repo\.content update .* ✓ 200/);
  await app.hub.trigger({ scope: "repo.config", action: "update", repo });
  await screen.waitFor(/┃ {2}[\d:]+ +repo\.config update .* ✓ 200/);
  await screen.waitFor(/❯ [\d:]+ +repo\.content update .* ✓ 200/);
  await returnToList(app);
});

it("shows an unreachable target, and a dispatch held while its webhook is disabled", async () => {
  const target = await httpTarget(always(200));
  await target.close();
  const { app, id } = await appWithActivity(target.url);
  await app.screen.waitFor(/ \d ↻ connection/);
  await app.hub.disableWebhook(id);
  await app.screen.waitFor(/○ held/);
  await app.screen.waitFor("held until the webhook is enabled");
  await returnToList(app);
});

it("holds and releases a webhook, sends a waiting dispatch now, and drops one", async () => {
  let status = 500;
  const target = await httpTarget((_request, response) => void response.writeHead(status, retryLater).end());
  const { app, id } = await appWithActivity(target.url);
  const { screen } = app;
  await screen.waitFor(/ 1 ↻ 500 .*/);
  await screen.waitFor(/next attempt in \d+ (?:min|h) · r sends it now/);
  await screen.waitFor("r send now  p hold  d drop");

  screen.press("p");
  await screen.waitFor(`Holding the dispatches of webhook ${id}`);
  await screen.waitFor(/ 1 ○ held/);
  await screen.waitFor("◌ held · 1 waits");
  await screen.waitFor("r sends only this one");
  await screen.waitFor("r send this one");
  await screen.waitFor("Press F to release the webhook.");
  expect((await app.hub.getWebhook(id)).held).toBe(true);
  await app.hub.trigger({ scope: "discussion", action: "create", repo });
  await screen.waitFor(/discussion create .* 0 ○ held/);
  await screen.waitFor("◌ held · 2 wait");
  expect(target.seen).toHaveLength(1);

  screen.press("d");
  await screen.waitFor(/Drop dispatch \d+\?/);
  await screen.waitFor("discussion create of dataset:me/corpus is not sent.");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Drop dispatch"));
  screen.press("d");
  await screen.waitFor(/Drop dispatch \d+\?/);
  screen.press("y");
  await screen.waitFor(/✓ Dropped dispatch \d+/);
  await screen.waitFor(/discussion create .* ✗ dropped/);
  screen.press("d");
  await screen.waitFor("This dispatch does not wait.");

  // A release sends what is due.
  screen.press("j");
  await screen.waitFor(/❯ [\d:]+ +repo\.content update/);
  await app.hub.trigger({ scope: "repo.config", action: "update", repo });
  await screen.waitFor(/repo\.config update .* 0 ○ held/);
  status = 200;
  screen.press("p");
  await screen.waitFor(`Released the dispatches of webhook ${id}`);
  await screen.waitFor(/repo\.config update .* 1 ✓ 200/);
  screen.press("r");
  await screen.waitFor(/repo\.content update .* 2 ✓ 200/);
  expect(target.seen).toHaveLength(3);

  screen.press("m", "r");
  await screen.waitFor("No dispatch of this webhook waits.");
  status = 500;
  for (const action of ["create", "delete"]) await app.hub.trigger({ scope: "repo", action, repo });
  await screen.waitFor(/repo create .* 1 ↻ 500/);
  await screen.waitFor(/repo delete .* 1 ↻ 500/);
  status = 200;
  screen.press("m", "r");
  await screen.waitFor("✓ Sending 2 waiting dispatches now");
  await screen.waitFor(/repo create .* 2 ✓ 200/);
  await screen.waitFor(/repo delete .* 2 ✓ 200/);

  screen.press("p");
  await screen.waitFor(`Holding the dispatches of webhook ${id}`);
  await screen.waitFor("F release");
  screen.press("F");
  await screen.waitFor(`Released the dispatches of webhook ${id}`);
  expect((await app.hub.getWebhook(id)).held).not.toBe(true);
  await returnToList(app);
});

it("is operated by the mouse: a click selects a dispatch, another opens it, and the hint sends it", async () => {
  let status = 500;
  const target = await httpTarget(
    (_request, response) => void response.writeHead(status, retryLater).end("no"),
  );
  const app = mounted();
  await withoutWebhooks(app);
  await addWebhook(app, "dataset:me/corpus", target.url);
  const { screen } = app;
  await app.hub.trigger({ scope: "repo.content", action: "update", repo });
  await app.hub.trigger({ scope: "discussion", action: "create", repo });
  await screen.waitFor(/❯ [\d:]+ +discussion create .* 1 ↻ 500/);
  const older = /[\d:]+ +repo\.content update/;
  screen.click(12, screen.row(older));
  await screen.waitFor(/┃❯ [\d:]+ +repo\.content update/);
  screen.click(12, screen.row(older));
  await screen.waitFor(/Dispatch \d+: repo\.content update/);
  screen.press("esc");
  await screen.waitUntil((now) => !/Dispatch \d+:/.test(now.text()));
  status = 200;
  await screen.waitFor("r sends it now");
  clickOn(screen, "r sends it now");
  await screen.waitFor(/repo\.content update .* \d ✓ 200/);
  await returnToList(app);
});

it("asks for a webhook only when the selection rests on it, and again only after a change", async () => {
  const asked: string[] = [];
  const items = Array.from({ length: 50 }, (_, n) => ({
    id: `w${String(n).padStart(23, "0")}`,
    url: "https://example.org/hook",
    watched: [repo],
    domains: [],
    disabled: false,
  }));
  const hub = await httpTarget((request, response) => {
    const path = request.url ?? "";
    const one = /webhooks\/(w\d+)\/activity/.exec(path)?.[1];
    if (one !== undefined) asked.push(one);
    const answers: Record<string, unknown> = {
      "/api/settings/webhooks": items,
      "/api/whoami-v2": { name: "ada", type: "user" },
      "/hooklens/v1/health": { name: "hooklens", version: "1" },
    };
    const answer = one === undefined ? answers[path] : { dispatches: [], more: false };
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "Not found" }));
  });
  const screen = await mountScreen({
    columns: 120,
    rows: 40,
    env: { HF_ENDPOINT: hub.url, HF_TOKEN: "hf_x", HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("No dispatches yet");
  screen.send("j".repeat(40));
  await screen.waitFor(`Activity of ${items[40]?.id}`);
  await expect.poll(() => asked.at(-1)).toBe(items[40]?.id);
  await screen.waitFor("No dispatches yet");
  screen.press("2");
  await screen.waitFor("[2 Deliveries");
  screen.press("1");
  await screen.waitFor("[1 Webhooks");
  screen.press("k");
  await screen.waitFor(`Activity of ${items[39]?.id}`);
  await expect.poll(() => asked.at(-1)).toBe(items[39]?.id);
  await screen.waitFor("No dispatches yet");
  // No activity changed meanwhile, so that each was asked for once.
  expect(asked).toEqual([items[0]?.id, items[40]?.id, items[39]?.id]);
});

it("shows an empty activity, and why there is nothing to replay", async () => {
  const app = await mountAttached();
  const { id } = await addWebhook(app);
  app.screen.press("g", "a");
  await app.screen.waitFor(`Activity of ${id}`);
  await app.screen.waitFor("No dispatches yet. t triggers an event.");
  expect(app.screen.text()).not.toContain("r replay");
  app.screen.press("enter", "r");
  await app.screen.waitFor("There are no dispatches yet.");
});

it("shows received deliveries of a hub that reports no dispatches, also while it fails, until the webhook vanishes", async () => {
  const hub = await standInHub("ada");
  const gone = hub.add({ id: "6390e855e30d9209411de93b", watched: [repo] });
  const kept = hub.add({ id: "6390e855e30d9209411de93c" });
  const screen = await mountScreen({
    columns: 160,
    rows: 30,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  const receiver = await receiverOf(screen);
  await screen.waitFor(/● .* · ada/);
  await screen.waitFor("dataset:me/corpus");
  await screen.waitFor("does not report dispatches; these are received deliveries.");
  await screen.waitFor("None yet.");
  await screen.waitFor(`On the hub: ${hub.endpoint}/settings/webhooks/${gone.id}`);

  const body = JSON.stringify(contentPayload("me/corpus"));
  const headers = { "content-type": "application/json" };
  const send = () => fetch(`${receiver}/webhooks/inbox`, { method: "POST", headers, body });
  expect((await send()).status).toBe(200);
  screen.press("g", "a");
  await screen.waitFor(/❯ .* ✓ 200 +inbox +repo\.content update +dataset:me\/corpus/);
  expect(screen.text()).not.toContain("None yet");
  screen.press("r");
  await screen.waitFor("Only a local hub replays dispatches; r on Deliveries replays a delivery.");
  screen.press("p");
  await screen.waitFor("Only a local hub holds dispatches.");

  // The received deliveries are on this machine, so that a failing hub hides none of them.
  hub.misbehave({ on: /^GET \/api\/settings\/webhooks/, status: 500, body: { error: "boom" } });
  screen.press("f5");
  await screen.waitFor("boom");
  expect((await send()).status).toBe(200);
  await screen.waitFor(/❯ +2 .* ✓ 200 +inbox/);
  screen.press("enter");
  await screen.waitFor(/\[2 Deliveries/);
  await screen.waitFor("Deliveries · paused");
  await screen.waitFor(/❯ +2 .* ✓ 200 +inbox/);

  hub.behave();
  hub.webhooks.delete(gone.id);
  screen.press("1");
  await screen.waitFor(`Activity of ${kept.id}`);
  await screen.waitFor("None yet.");
});
