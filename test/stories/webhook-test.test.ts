import { expect, it } from "vitest";
import { mountScreen } from "../support/app/mount-app.ts";
import { engineForApps } from "../support/app/shared-engine.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { clickOn } from "../support/screen/click-on.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const size = { columns: 120, rows: 40 };
const secret = "a-secret-nobody-should-see";

it("tests a webhook of the real Hub: previews the request, asks, sends it, and shows the response", async () => {
  const hub = await standInHub();
  const target = await httpTarget(always(201, { got: "\u001b[2Jit" }));
  const { id } = hub.add({ url: `${target.url}/hook`, secret });
  const screen = await mountScreen({
    ...size,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("org:acme");
  screen.press("t");
  await screen.waitFor(`Test webhook ${id}`);
  await screen.waitFor(`To        ${target.url}/hook`);
  await screen.waitFor("X-Hooklens-Test: 1");
  await screen.waitFor('"name": "acme/demo"');
  expect(screen.text()).not.toContain("X-Webhook-Secret");
  screen.press("tab", "tab", "right");
  await screen.waitFor("X-Webhook-Secret: ••••••");
  screen.press("tab");
  screen.type("repo.private=true");
  await screen.waitFor('"private": true');

  screen.press("enter");
  await screen.waitFor(`Send a test to ${new URL(target.url).host}?`);
  await screen.waitFor("with its secret. The hub does not know about it.");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Send a test to"));
  expect(target.seen).toHaveLength(0);
  await screen.waitFor("repo.private=true");
  screen.press("enter");
  await screen.waitFor("Send a test to");
  screen.press("y");
  await screen.waitFor(`Test of webhook ${id}`);
  await screen.waitFor(/✓ 201 in [\d.]+ m?s/);
  await screen.waitFor("u001b[2Jit");
  expect(target.seen).toMatchObject([
    { method: "POST", path: "/hook", headers: { "x-hooklens-test": "1", "x-webhook-secret": secret } },
  ]);
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({ repo: { private: true }, webhook: { id } });
  expect(hub.seen.some(({ method }) => method === "POST")).toBe(false);
  expect(screen.raw).not.toContain(secret);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Esc close"));
});

it("works by mouse, and shows a redirect and a refusal as failures", async () => {
  const hub = await standInHub();
  const target = await httpTarget((_request, response) => {
    const isFirst = target.seen.length === 1;
    response.writeHead(isFirst ? 307 : 403, isFirst ? { location: "https://example.org/new" } : {});
    response.end();
  });
  hub.add({ url: target.url, secret, disabled: true });
  const screen = await mountScreen({
    ...size,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("org:acme");
  clickOn(screen, "t test");
  await screen.waitFor("▲ The hub would not send this: the webhook is disabled.");
  await screen.waitFor("X-Hooklens-Test: 1");
  clickOn(screen, "Enter send");
  await screen.waitFor("Send a test to");
  clickOn(screen, "y send");
  await screen.waitFor(/✗ 307 in [\d.]+ m?s/);
  await screen.waitFor("▲ It redirects to https://example.org/new; hooklens did not follow.");
  clickOn(screen, "Esc close");
  await screen.waitUntil((now) => !now.text().includes("Esc close"));
  clickOn(screen, "t test");
  await screen.waitFor("X-Hooklens-Test: 1");
  clickOn(screen, "Enter send");
  await screen.waitFor("Send a test to");
  clickOn(screen, "y send");
  await screen.waitFor(/✗ 403 in [\d.]+ m?s/);
  await screen.waitFor("▲ The webhook's secret was not sent.");
});

it("marks its test among the deliveries, and says why a Job cannot be tested", async () => {
  const hub = await standInHub();
  const job = hub.add({ job: { id: "687f911eaea852de79c4a50a" } });
  const screen = await mountScreen({
    columns: 160,
    rows: 40,
    env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
  });
  await screen.waitFor("org:acme");
  await screen.waitFor(/● receiver http\S+/);
  const receiver = /● receiver (http\S+)/.exec(screen.line(0))?.[1] ?? "";
  screen.press("t");
  await screen.waitFor("starts a Job on the hub, which cannot be tested from here");
  hub.webhooks.delete(job.id);
  const url = `${receiver}/webhooks/inbox`;
  const { id } = hub.add({ url, watched: [{ type: "dataset", name: "me/corpus" }] });
  screen.press("f5");
  await screen.waitFor("me/corpus");
  screen.press("t");
  await screen.waitFor("X-Hooklens-Test: 1");
  screen.press("enter");
  await screen.waitFor("Send a test to");
  screen.press("y");
  await screen.waitFor(/✓ 200 in [\d.]+ m?s/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Esc close"));
  screen.press("2");
  await screen.waitFor(/❯ +1 .*me\/corpus/);
  await screen.waitFor("#1 POST");
  screen.press("enter");
  await screen.waitFor("sent by hooklens, not by the hub");
  await screen.waitFor(new RegExp(`webhook +${id}`));
});
