import { expect, it } from "vitest";
import { mountScreen } from "../support/app/mount-app.ts";
import type { OpenAppOptions } from "../support/app/open-app.ts";
import { engineForApps } from "../support/app/shared-engine.ts";
import { httpTarget } from "../support/http-target.ts";
import { testHub, testToken } from "../support/local-hub.ts";
import type { Screen } from "../support/screen/screen.ts";
import { shared } from "../support/shared.ts";

const dataDir = shared(engineForApps);

/** Starts a hub that is remote to the app. */
async function remoteHub() {
  const { hub, client } = await testHub();
  const { port } = await hub.listen({ host: "127.0.0.1", port: 0 });
  hub.startDispatching();
  return { endpoint: `http://127.0.0.1:${port}`, client, stop: () => hub.close(0) };
}

/** Opens the app on a hub and on the receiver that the tests share. */
function openOn(
  endpoint: string,
  { columns = 160, token = testToken }: Pick<OpenAppOptions, "columns"> & { readonly token?: string } = {},
): Promise<Screen> {
  return mountScreen({
    columns,
    env: { HOOKLENS_DATA_DIR: dataDir(), HF_ENDPOINT: endpoint, HF_TOKEN: token },
  });
}

it("connects to the hub of HF_ENDPOINT and HF_TOKEN, and says what it does not support", async () => {
  const { endpoint, client } = await remoteHub();
  await client.createWebhook({ url: "https://example.org/hook", watched: [{ type: "org", name: "acme" }] });
  const screen = await openOn(endpoint);
  await screen.waitFor(`hub ${new URL(endpoint).host} · me`);
  await screen.waitFor("org:acme");
  await screen.waitFor(/● receiver http/);
  // It triggers no events, but its webhooks can be tested from here.
  screen.press("t");
  await screen.waitFor("Test webhook");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Test webhook"));

  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.press("shift+tab", "ctrl+u");
  screen.type("https://example.org/second");
  await screen.waitFor("https://example.org/second");
  screen.press("tab");
  screen.type("org:acme2");
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  expect((await client.listWebhooks()).map(({ url }) => url)).toEqual([
    "https://example.org/hook",
    "https://example.org/second",
  ]);
});

it("reports an unreachable hub in one line, keeps the form, and keeps receiving", async () => {
  const { endpoint, client, stop } = await remoteHub();
  await client.createWebhook({ url: "https://example.org/hook", watched: [{ type: "org", name: "acme" }] });
  const screen = await openOn(endpoint);
  await screen.waitFor(/ · me .*● receiver http/);
  await screen.waitFor("org:acme");
  await stop();

  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type("dataset:me/corpus");
  screen.press("ctrl+s");
  // The form shows the hub's error below the input.
  await screen.waitFor(/│ +✗ could not create the webhook on/, 20_000);
  await screen.waitFor("dataset:me/corpus");
  await screen.waitFor("Ctrl+S save");
  screen.press("esc");
  await screen.waitFor("Discard changes?");
  screen.press("y");
  await screen.waitUntil((now) => !now.text().includes("Discard changes?"));
  screen.press("f5");
  await screen.waitFor(/✗ hub \S+ lost/, 20_000);
  // The loaded list stays, and the rest of the app works.
  await screen.waitFor("org:acme");
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});

it("keeps the loaded activity while the hub is down", async () => {
  const { endpoint, client, stop } = await remoteHub();
  const target = await httpTarget((_request, response) => void response.end());
  const repo = { type: "dataset", name: "me/corpus" };
  await client.createWebhook({ url: target.url, watched: [repo] });
  await client.trigger({ scope: "repo.content", action: "update", repo });
  const screen = await openOn(endpoint);
  await screen.waitFor("dataset:me/corpus");
  screen.press("g", "a");
  await screen.waitFor(/❯ [\d:]+ +repo\.content update .* ✓ 200/);
  await stop();
  await screen.waitFor(/✗ hub .*lost/, 20_000);
  await screen.waitFor(/❯ [\d:]+ +repo\.content update .* ✓ 200/);
  screen.press("r");
  await screen.waitFor("could not replay dispatch 1 of webhook", 20_000);
  screen.press("esc");
  await screen.waitFor(/┏━ Webhooks ━/);
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});

const html = "<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>";
const sick: readonly [what: string, status: number, type: string, body: string, said: RegExp][] = [
  ["is a web page", 200, "text/html", html, /the response is not from a hub \(it is a web page, HTTP 200\)/],
  [
    "fails",
    500,
    "application/json",
    '{"error":"boom"}',
    /\(boom, HTTP 500\)\. Retry later: the hub itself has failed/,
  ],
  ["fails with a web page", 502, "text/html", html, /\(HTTP 502\)\. Retry later: the hub itself has failed/],
  [
    "forbids it",
    403,
    "application/json",
    '{"error":"no"}',
    /\(no, HTTP 403\)\. Check the permissions of the token/,
  ],
  ["has had enough", 429, "application/json", "{}", /\(HTTP 429\)\. Retry in a few minutes/],
  ["has moved", 301, "text/plain", "", /\(it redirects to https:\/\/elsewhere\.example\/, HTTP 301\)/],
  [
    "answers another shape",
    200,
    "application/json",
    '{"webhooks":[]}',
    /expected array, received object, HTTP 200\)/,
  ],
];

it.each(sick)(
  "reports in one line that the hub %s, and stays usable",
  async (_, status, type, body, said) => {
    let isWell = false;
    const hub = await httpTarget((request, response) => {
      if (isWell) {
        const account = request.url === "/api/whoami-v2" ? { name: "ada" } : [];
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(account));
      } else {
        response
          .writeHead(status, { "content-type": type, location: "https://elsewhere.example/" })
          .end(body);
      }
    });
    const screen = await openOn(hub.url, { columns: 200 });
    await screen.waitFor(/✗ could not list the webhooks on http/, 20_000);
    await screen.waitFor(said);
    await screen.waitFor(/✗ hub .*lost/);
    screen.press("2");
    await screen.waitFor("No deliveries yet");
    screen.press("1", "?");
    await screen.waitFor("Create a webhook");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
    isWell = true;
    screen.press("f5");
    await screen.waitFor("No webhooks yet");
    await screen.waitFor(/hub 127\.0\.0\.1:\d+ · ada/);
    // The tab of the messages counts the error until it is shown.
    await screen.waitUntil(
      (now) =>
        !now
          .text()
          .replace(/5 Messages \d✗/, "")
          .includes("✗"),
    );
    screen.press("q");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
  },
);

it("reports a wrong token", async () => {
  const { endpoint } = await remoteHub();
  const screen = await openOn(endpoint, { token: "hf_another" });
  await screen.waitFor(/✗ could not list the webhooks/);
  await screen.waitFor("Use a token that this hub accepts");
  await screen.waitFor(/✗ hub .*lost/);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
});

it("counts no webhooks and runs before a slow hub has listed them", async () => {
  const hub = await httpTarget(() => {});
  const screen = await openOn(hub.url, { columns: 80 });
  await screen.waitFor(/Loading from 127\.0\.0\.1:\d+…/);
  await screen.waitFor(/^ +UTC$/m);
  screen.press("4");
  await screen.waitUntil((now) => now.text().includes("[4 Jobs"));
  await screen.waitFor(/^ +UTC$/m);
  expect(screen.text()).not.toMatch(/0 (webhooks|runs)/);
});
