import process from "node:process";
import { expect, it } from "vitest";
import { receiverInHeader } from "../support/app/header.ts";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { always, httpTarget } from "../support/http-target.ts";

const repos = (n: number) => Array.from({ length: n }, (_, index) => `me/d${index + 1}`);
const size = { columns: 120, rows: 40 };

it("marks rows, a range and all matching, and Esc clears the marks before the filter", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  await showDeliveries(app, repos(8));
  screen.press("space", "space");
  await screen.waitFor("2 marked: r replay");
  await screen.waitFor(/■.*me\/d8 /);
  await screen.waitFor(/❯ .*me\/d6 /);
  screen.press("j", "j", "V");
  await screen.waitFor("5 marked: r");
  screen.press("/");
  screen.type("d3");
  await screen.waitFor("1 of 8");
  await screen.waitFor("5 marked, 5 not shown: r");
  screen.press("enter", "ctrl+a");
  await screen.waitFor("1 marked: r");
  await screen.waitFor(/❯■.*me\/d3 /);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("marked"));
  await screen.waitFor("1 of 8");
  screen.press("esc");
  await screen.waitFor(/me\/d8 /);
});

it("replays all matching with progress, which is canceled, then with a summary of what failed", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  await showDeliveries(app, repos(21));
  let failing = false;
  const target = await httpTarget((request, response) => {
    always(failing && target.seen.length % 7 === 0 ? 500 : 204)(request, response);
  });
  screen.press("f", "ctrl+a");
  await screen.waitFor("21 marked");
  screen.press("r");
  await screen.waitFor("Replay 21 deliveries");
  screen.press("right", "tab");
  screen.type(target.url);
  screen.press("tab", "ctrl+u");
  screen.type("1");
  await screen.waitFor("deliveries per second, about 21 s");
  await screen.waitFor("Sent oldest first. You can cancel it");
  expect(target.seen).toHaveLength(0);
  screen.press("enter");
  await screen.waitFor(/replaying [1-9]\d* of 21 · [\d.]+\/s: g p progress/);
  // The app stays usable.
  screen.press("j", "j");
  await screen.waitFor(/❯■.*me\/d19 /);
  screen.press("g", "p", "d");
  await screen.waitFor(
    /Canceled\. Replayed \d+ deliver(y|ies): \d+ ok, \d+ not sent\. What was sent stays\./,
  );
  const sent = Number(/Replayed (\d+)/.exec(screen.text())?.[1]);
  expect(target.seen).toHaveLength(sent);
  expect(sent).toBeLessThan(21);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Esc close"));
  await screen.waitFor("21 marked");

  failing = true;
  screen.press("r");
  await screen.waitFor("Replay 21 deliveries");
  screen.press("right", "tab", "tab", "ctrl+u");
  screen.type("500");
  screen.press("enter");
  await screen.waitFor("Replayed 21 deliveries: 18 ok, 3 failed.");
  screen.press("g", "p", "n");
  await screen.waitFor(/is:replay is:failed since:.* 3 of /);
  screen.press("g", "p", "space");
  await screen.waitFor("3 marked, 3 not shown: r replay");
  screen.press("r");
  await screen.waitFor("Replay 3 deliveries");
});

it("keeps the marks through paging, a burst and a new engine", async () => {
  const app = await mountApp(size);
  const { screen } = app;
  await showDeliveries(app, repos(60));
  // The last row is marked even if it is not loaded yet.
  screen.press("space", "space", "G", "space");
  await screen.waitFor("3 marked");
  await screen.waitFor(/❯■.*me\/d1 /);
  await Promise.all(Array.from({ length: 100 }, () => post(app, contentPayload("me/burst"))));
  await screen.waitFor("paused · 100 new");
  await screen.waitFor(/❯■.*me\/d1 /);
  await screen.waitFor("3 marked");
  const { pid } = app.role("receiver");
  process.kill(pid, "SIGKILL");
  await screen.waitFor(/receiver .*lost|✗:\d+/);
  await screen.waitUntil((now) => receiverInHeader.test(now.line(0)));
  expect(app.role("receiver").pid).not.toBe(pid);
  await screen.waitFor("3 marked");
  screen.press("r");
  await screen.waitFor("Replay 3 deliveries");
  screen.press("enter");
  await screen.waitFor("Replayed 3 deliveries: 3 ok.");
});
