import process from "node:process";
import { expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";

it("shows the loss of its engine, dims the old rows, restarts it, and updates the list", async () => {
  const app = await openApp({ columns: 160 });
  const { screen } = app;
  await showDeliveries(app, ["me/a", "me/b", "me/c"]);
  screen.press("j");
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/b/);
  const { pid } = app.role("receiver");
  const seen: string[] = [];
  const dimmed = screen.waitUntil((now) => {
    const at = now.row(/^[│┃]?❯.*dataset:me\/b/);
    if (/lost/.test(now.line(0))) seen.push(now.line(now.rows - 2));
    return at >= 0 && now.cell(3, at).dim && /✗ receiver .*lost/.test(now.line(0));
  });
  process.kill(pid, "SIGKILL");
  await dimmed;
  expect(seen.join("\n")).toMatch(/✗ the receiver process has stopped\. It restarts automatically\./);

  await screen.waitUntil((now) => !/lost/.test(now.line(0)) && /receiver http/.test(now.line(0)));
  await screen.waitUntil((now) => !now.cell(3, now.row(/^[│┃]?❯.*dataset:me\/b/)).dim);
  expect(app.role("receiver").pid).not.toBe(pid);
  const receiver = app.role("receiver").url;
  await post({ receiver }, contentPayload("me/after"));
  await screen.waitFor("[2 Deliveries 4]");
  // Messages of the new engine stay until a key is pressed.
  screen.press("ctrl+l");
  await screen.waitFor("paused · 1 new");
  expect(screen.row(/^[│┃]?❯.*dataset:me\/b/)).toBeGreaterThan(0);
  screen.press("f");
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/after/);
  await screen.waitFor("dataset:me/a ");
});

it("loads the webhooks when the hub returns", async () => {
  const app = await openApp();
  const { screen } = app;
  await app.hub.createWebhook({
    url: "https://example.org/hook",
    watched: [{ type: "org", name: "acme" }],
  });
  await screen.waitFor("org:acme");
  const { pid } = app.role("hub");
  process.kill(pid, "SIGKILL");
  await screen.waitFor(/✗(:\d+| receiver lost) /);
  await screen.waitFor("org:acme");
  // The message about the loss is removed with the loss.
  // The tab of the messages counts the error until it is shown.
  await screen.waitUntil(
    (now) => !/✗(:\d+| receiver)/.test(now.line(0)) && !/✗/.test(now.text().replace(/5 Messages \d✗/, "")),
  );
  expect(app.role("hub").pid).not.toBe(pid);
  screen.press("o");
  await screen.waitFor(/○ \S+ .*disabled/);
});
