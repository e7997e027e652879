import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { startApp } from "../support/app/open-app.ts";
import { listeningUrl, makeCliHome, startCli } from "../support/cli.ts";

const token = "hf_of_this_test";

/** A hub in a process of its own, on a data directory the app knows nothing of: to the app, a remote one. */
async function remoteHub() {
  const { home, remove } = makeCliHome();
  const running = startCli(["hub", "--port", "0", "--token", token, "--data-dir", join(home, "hub")], {
    home,
  });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
    remove();
  });
  const endpoint = await listeningUrl(running);
  return { endpoint, running, client: createHubClient({ endpoint, token }) };
}

it("works with the hub of HF_ENDPOINT and HF_TOKEN, and says what such a hub cannot do", async () => {
  const { endpoint, client } = await remoteHub();
  await client.createWebhook({ url: "https://example.org/hook", watched: [{ type: "org", name: "acme" }] });
  const screen = await startApp({ env: { HF_ENDPOINT: endpoint, HF_TOKEN: token } });
  await screen.waitFor(`hub ${new URL(endpoint).host} · me`);
  await screen.waitFor("org:acme");
  await screen.waitFor(/receiver http/);
  screen.press("T");
  await screen.waitFor("Trigger a synthetic event: not now, only a local hub makes events happen");

  screen.press("n");
  await screen.waitFor("New webhook");
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

it("says in one line that the hub is down, keeps the form that could not be saved, and goes on receiving", async () => {
  const { endpoint, running, client } = await remoteHub();
  await client.createWebhook({ url: "https://example.org/hook", watched: [{ type: "org", name: "acme" }] });
  const screen = await startApp({ env: { HF_ENDPOINT: endpoint, HF_TOKEN: token } });
  await screen.waitFor(/ · me .*receiver http/);
  await screen.waitFor("org:acme");
  running.child.kill("SIGKILL");
  await running.ended;

  screen.press("n");
  await screen.waitFor("New webhook");
  screen.type("dataset:me/corpus");
  screen.press("ctrl+s");
  // The form keeps what the hub said under what was typed.
  await screen.waitFor(/│ +✗ could not create the webhook on/, 20_000);
  expect(screen.text()).toContain("dataset:me/corpus");
  expect(screen.text()).toContain("Ctrl+S save");
  screen.press("esc");
  await screen.waitFor("Leave without saving?");
  screen.press("y", "r");
  await screen.waitFor(/hub \S+ · me ✗ lost/, 20_000);
  // What was known stays, and the rest of the app works.
  expect(screen.text()).toContain("org:acme");
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});

it("says that a token is wrong", async () => {
  const { endpoint } = await remoteHub();
  const screen = await startApp({ env: { HF_ENDPOINT: endpoint, HF_TOKEN: "hf_another" } });
  await screen.waitFor(/✗ could not list the webhooks/);
  expect(screen.text()).toContain("Give a token this hub accepts");
  expect(screen.line(0)).toContain("✗ lost");
  screen.press("2");
  await screen.waitFor("No deliveries yet");
});
