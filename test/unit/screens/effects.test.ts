import { expect, it } from "vitest";
import { createHubClient } from "../../../src/hub/create-hub-client.ts";
import { deliveriesSlice } from "../../../src/screens/deliveries/state/deliveries.ts";
import { jobsLoaded, jobsSlice, setJobs } from "../../../src/screens/jobs/state.ts";
import { selectedDispatch } from "../../../src/screens/webhooks/state/shown-activity.ts";
import { setPreferences } from "../../../src/tui/state/preferences.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { drawnRows } from "../../support/app/drawn.tsx";
import { testApp, type TestApp } from "../../support/app/test-app.ts";
import { always, httpTarget } from "../../support/http-target.ts";
import { testHub } from "../../support/local-hub.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { until } from "../../support/until.ts";

const delivered = (name: string, outcome: "pending" | "accepted" = "accepted") =>
  newDelivery({ repo: { type: "dataset", name }, outcome, status: outcome === "pending" ? null : 200 });

async function announce(app: TestApp): Promise<void> {
  await app.events.position.emit({ seq: await app.log.lastSeq(), revision: 1 });
}

/** Deliveries that a paused window shows for a filter, as seq and outcome. */
const rows = (app: TestApp) => app.state().deliveries.rows.map(({ seq, outcome }) => `${seq} ${outcome}`);

it("updates pending rows of a paused, filtered list that are far apart in the log", async () => {
  const app = await testApp();
  await app.log.append(delivered("me/a", "pending"));
  for (let n = 0; n < 150; n += 1) void app.log.append(delivered("me/b"));
  await app.log.append(delivered("me/a", "pending"));
  app.press("2", "/", ..."repo:me/a", "enter");
  await until(() => rows(app).length === 2);
  app.press("f");
  for (const seq of [1, 152]) {
    await app.log.setOutcome(seq, { outcome: "handled", status: 204, durationMs: 3 });
  }
  await announce(app);
  await until(() => rows(app).every((row) => row.endsWith("handled")));
  expect(rows(app)).toEqual(["152 handled", "1 handled"]);
});

it("counts deliveries that arrive while paused", async () => {
  const app = await testApp();
  await app.log.append(delivered("me/a"));
  app.press("2");
  await announce(app);
  await until(() => rows(app).length === 1);
  app.press("f");
  await app.log.append(delivered("me/b"));
  await announce(app);
  await until(() => app.state().deliveries.lastSeq === 2);
  expect(app.state().deliveries).toMatchObject({ following: false, pausedAtSeq: 1 });
});

it("reads the detail of a removed delivery once, and copies payload and headers before it was shown", async () => {
  const app = await testApp();
  await app.log.append(delivered("me/a"));
  app.press("2");
  await announce(app);
  await until(() => rows(app).length === 1);
  expect(deliveriesSlice.get(app.store.get()).detail).toBeNull();
  app.press("y");
  const labels = () => {
    const menu = app.state().nav.dialogs[0];
    return menu !== undefined && "items" in menu
      ? (menu.items as { label: string }[]).map(({ label }) => label)
      : [];
  };
  await until(() => labels().includes("payload"));
  expect(labels().slice(0, 2)).toEqual(["delivery ID", "payload"]);
  expect(labels()).toContain("headers");
  app.press("down", "enter");
  expect(app.asked.at(-1)).toMatch(/^copy \{"event"/);

  await app.log.prune({ beforeMs: Number.POSITIVE_INFINITY, maxBytes: null });
  app.press("y");
  await until(() => labels().length > 0);
});

it("reports a lost hub while the Jobs screen is visible, and loads the screen again by its key", async () => {
  let isDown = false;
  const target = await httpTarget((request, response) => {
    if (isDown) return always(500, { error: "boom" })(request, response);
    if (request.url === "/api/whoami-v2") return always(200, { name: "me" })(request, response);
    return always(200, [])(request, response);
  });
  const hub = createHubClient({ endpoint: target.url, token: "hf_x", retryDelaysMs: [] });
  const app = await testApp({ hub });
  await app.events.hub.emit();
  await until(() => app.state().session.hub.account === "me");
  app.press("4");
  await until(() => app.state().jobs.loadedAtMs !== null);
  isDown = true;
  app.press("4");
  await until(() => app.state().session.hub.link.state === "lost");
  expect(app.state().messages.history.map(({ text }) => text)).toEqual([expect.stringContaining("boom")]);

  isDown = false;
  app.press("1");
  await until(() => app.state().session.hub.link.state === "up");
  const listed = () => target.seen.filter(({ path }) => path === "/api/settings/webhooks").length;
  const before = listed();
  app.press("1");
  await until(() => listed() === before + 1);
});

it("says why a dispatch cannot be read, and shows it when it can", async () => {
  const local = await testHub();
  const repo = { type: "dataset", name: "me/a" };
  const webhook = await local.client.createWebhook({ url: "http://127.0.0.1:9/x", watched: [repo] });
  await local.client.trigger({ scope: "repo.content", action: "update", repo });
  let isBroken = true;
  const hub = {
    ...local.client,
    dispatch: (id: string, dispatch: string) =>
      local.client.dispatch(id, isBroken ? "9".repeat(6) : dispatch),
  };
  const app = await testApp({ hub });
  await app.events.hub.emit();
  await until(() => app.state().webhooks.items.some(({ id }) => id === webhook.id));
  app.press("g", "a");
  await until(() => selectedDispatch(app.store.get()) !== null);
  app.press("enter");
  const page = () => app.state().nav.dialogs.find(({ kind }) => kind === "dispatch");
  await until(() => page() !== undefined);
  await until(() => JSON.stringify(page()).includes("could not read dispatch"));
  isBroken = false;
  await until(() => hasDetail(page()));
  expect(page()).toMatchObject({ error: null, detail: { id: 1 } });
});

function hasDetail(page: object | undefined): boolean {
  return page !== undefined && "detail" in page && page.detail !== null;
}

it("keeps a change of a webhook that was answered while an older list was on its way", async () => {
  const { client } = await testHub();
  const webhook = await client.createWebhook({
    url: "http://127.0.0.1:9/x",
    watched: [{ type: "user", name: "me" }],
  });
  const late = Promise.withResolvers<void>();
  let lists = 0;
  const hub = {
    ...client,
    async listWebhooks() {
      const listed = await client.listWebhooks();
      lists += 1;
      if (lists === 2) await late.promise;
      return listed;
    },
  };
  const app = await testApp({ hub });
  const items = () => app.state().webhooks.items;
  await app.events.hub.emit();
  await until(() => items().length === 1);
  await app.events.hub.emit();
  await until(() => lists === 2);
  app.press("o");
  await until(() => items()[0]?.disabled === true);
  const states: (boolean | undefined)[] = [];
  app.store.subscribe(() => void states.push(items()[0]?.disabled));
  late.resolve();
  await until(() => states.length > 0 || lists === 3);
  expect(states.filter((disabled) => disabled !== true)).toEqual([]);
  expect((await client.getWebhook(webhook.id)).disabled).toBe(true);
});

it("counts webhooks that another program created while another screen is visible", async () => {
  const { client } = await testHub();
  let nowMs = someMomentMs;
  const app = await testApp({ hub: client, nowMs: () => nowMs });
  await app.events.hub.emit();
  await until(() => app.state().webhooks.loadedAtMs !== null);
  app.press("2");
  await client.createWebhook({ url: "http://127.0.0.1:9/x", watched: [{ type: "user", name: "me" }] });
  nowMs += 10_000;
  await app.events.poll.emit();
  await until(() => app.state().webhooks.items.length === 1);
  expect(drawnRows(app.state()).join("\n")).toMatch(/Webhooks 1\b/);
});

it("forgets why no runs were listed when they are listed again, even if the list is equal", () => {
  const loaded = jobsSlice.reduce(undefined, jobsLoaded([], 1));
  const refused = jobsSlice.reduce(loaded, setJobs({ unavailable: "no Jobs here" }));
  expect(jobsSlice.reduce(refused, jobsLoaded([], 2))).toMatchObject({ unavailable: null });
  expect(jobsSlice.reduce(loaded, jobsLoaded([], 2))).toBe(loaded);
});

it("signals a failure once, and again after a success or a look, but not older ones", async () => {
  const app = await testApp();
  app.store.dispatch(setPreferences({ notify: "desktop" }));
  const failed = () => app.log.append({ ...delivered("me/a"), outcome: "failed", status: 500 });
  const signals = () => app.asked.filter((one) => one.startsWith("desktop")).map((one) => one.split(" ")[2]);
  const arrived = async (seq: number) => {
    await announce(app);
    await until(() => app.state().deliveries.rows[0]?.seq === seq);
  };
  await failed();
  await arrived(1);
  await app.log.append(delivered("me/a"));
  await arrived(2);
  await failed();
  await arrived(3);
  expect(signals()).toEqual(["3"]);
  await failed();
  await arrived(4);
  expect(signals()).toEqual(["3"]);
  app.press("2");
  await failed();
  await arrived(5);
  expect(signals()).toEqual(["3", "5"]);
  expect(app.asked.at(-1)).toBe("desktop Delivery 5 of me/a (repo.content update) failed: HTTP 500");
});

it("goes to failures in both directions, without those that a replay solved, and marks these while paused", async () => {
  const app = await testApp();
  const failed = () => newDelivery({ outcome: "failed", status: 500 });
  await app.log.append(failed());
  await app.log.append(failed());
  await app.log.append(delivered("me/a"));
  app.press("2");
  await announce(app);
  await until(() => rows(app).length === 3);
  const selected = () => app.state().deliveries.selectedSeq;
  app.press("n");
  await until(() => selected() === 2);
  await app.log.append(newDelivery({ outcome: "handled", status: 200, replayOf: 2 }));
  await announce(app);
  await until(() => app.state().deliveries.rows.find(({ seq }) => seq === 2)?.recovered === true);
  app.press("n");
  await until(() => selected() === 1);
  app.press("N");
  await until(() => JSON.stringify(app.state().messages).includes("No newer failure is open."));
  expect(selected()).toBe(1);
});
