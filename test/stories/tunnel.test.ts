import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { isDrawn, receiverOf } from "../support/app/header.ts";
import { mountApp } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { addWebhook, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import type { Screen } from "../support/screen/screen.ts";
import { configuration, configuredTunnel } from "../support/tunnel/configured.ts";
import { freePort } from "../support/tunnel/free-port.ts";
import { startSshd, sshdIsInstalled } from "../support/tunnel/sshd.ts";

/** Timeout for an opening tunnel, also on a busy machine. */
const tunnelMs = 25_000;

/** Presses `m o`, waits for a public URL in the header, and returns it. */
async function openTunnel({ screen }: OpenApp, at = /\d+/): Promise<string> {
  screen.press("m", "o");
  const url = new RegExp(`127\\.0\\.0\\.1:${at.source}`);
  await screen.waitUntil(
    (now) => now.text().includes("The tunnel is open") && url.test(now.line(0)),
    tunnelMs,
  );
  return receiverOf(screen);
}

/** Waits for something in a narrow and in a wide window. */
async function inBothSizes(screen: Screen, condition: (screen: Screen) => boolean): Promise<void> {
  for (const [columns, rows] of [
    [120, 40],
    [80, 24],
  ] as const) {
    screen.resize(columns, rows);
    await screen.waitUntil((now) => isDrawn(now) && condition(now), tunnelMs);
  }
}

describe.skipIf(!sshdIsInstalled)("the tunnel of the app, through a real SSH server", () => {
  it("opens with m o, is offered to the form, reconnects, and closes after confirmation", async () => {
    const sshd = await startSshd();
    const app = await mountApp({ env: configuredTunnel(sshd).env });
    const { screen } = app;
    const publicUrl = await openTunnel(app);
    expect(publicUrl).not.toBe(app.receiver);
    expect(await post({ receiver: publicUrl })).toBe(200);
    const { host: publicHost } = new URL(publicUrl);
    await inBothSizes(screen, (now) => now.line(0).includes(publicHost));

    screen.press("c");
    await inBothSizes(screen, (now) => now.text().includes(`URL       ${publicUrl}/webhooks/inbox`));
    screen.type("org:acme");
    screen.press("ctrl+s");
    await screen.waitFor("Test event arrived: #2 200");

    await sshd.kill();
    await inBothSizes(screen, (now) => now.row(/tunnel lost \d+ s/) === 0);
    await inBothSizes(screen, (now) => now.text().includes("The tunnel was lost ("));
    await sshd.start();
    await inBothSizes(screen, (now) => now.line(0).includes(publicHost));
    expect(await post({ receiver: publicUrl })).toBe(200);

    screen.press("m", "o");
    await inBothSizes(screen, (now) =>
      ["Close the tunnel?", "This webhook uses it:", `${publicUrl}/webhooks/inbox`].every((text) =>
        now.text().includes(text),
      ),
    );
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Close the tunnel?"));
    expect(await post({ receiver: publicUrl })).toBe(200);
    screen.press("m", "o");
    await screen.waitFor("Close the tunnel?");
    screen.press("y");
    await screen.waitFor("The tunnel is closed", tunnelMs);
    await inBothSizes(screen, (now) => now.line(0).includes(`:${new URL(app.receiver).port}`));
    await expect(post({ receiver: publicUrl })).rejects.toThrow("fetch failed");
  });

  it("offers to update webhooks after a restart with another URL, and updates them", async () => {
    const [before, after] = [await freePort(), await freePort()];
    const sshd = await startSshd();
    const tunnel = configuredTunnel(sshd);
    const env = { ...tunnel.env, HOOKLENS_DATA_DIR: freshDataDir() };
    tunnel.configure(before);
    const first = await mountApp({ env });
    await openTunnel(first, new RegExp(`${before}`));
    const stray = await addWebhook(
      first,
      "dataset:me/corpus",
      `http://127.0.0.1:${before}/webhooks/inbox?a=1`,
    );
    const other = await addWebhook(first, "org:acme", `https://example.org:${before}/hook`);
    expect(statSync(join(env.HOOKLENS_DATA_DIR, "tunnel-urls")).mode & 0o777).toBe(0o600);
    first.screen.press("q");
    await first.screen.exit;

    tunnel.configure(after);
    const app = await mountApp({ env });
    const { screen, hub } = app;
    await screen.waitFor("org:acme");
    await openTunnel(app, new RegExp(`${after}`));
    await screen.waitFor("Tunnel URL changed");
    await screen.waitFor("y update 1 webhook");
    await screen.waitFor(`http://127.0.0.1:${before}/webhooks/inbox?a=1`);
    await screen.waitFor(`→ http://127.0.0.1:${after}/webhooks/inbox?a=1`);
    expect((await hub.getWebhook(stray.id)).url).toBe(stray.url);
    screen.press("y");
    await screen.waitFor("Updated 1 webhook");
    expect((await hub.getWebhook(stray.id)).url).toBe(`http://127.0.0.1:${after}/webhooks/inbox?a=1`);
    expect((await hub.getWebhook(other.id)).url).toBe(other.url);
  });

  it("leaves the webhooks unchanged on Esc, and offers the update again on request", async () => {
    const [before, after] = [await freePort(), await freePort()];
    const sshd = await startSshd();
    const tunnel = configuredTunnel(sshd);
    tunnel.configure(before);
    const app = await mountApp({ env: tunnel.env });
    const { screen, hub } = app;
    await openTunnel(app);
    const webhook = await addWebhook(app, "org:acme", `http://127.0.0.1:${before}/webhooks/inbox`);
    // Opened by another client: the app shows the receiver's state, not its own actions.
    const opened = await connectReceiver(app.role("receiver")).openTunnel(tunnel.choice(after));
    expect(opened.kind).toBe("open");
    await screen.waitFor("Esc cancel");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Tunnel URL changed"));
    expect((await hub.getWebhook(webhook.id)).url).toBe(webhook.url);

    screen.press(":");
    screen.type("update old tunnel");
    screen.press("enter");
    await screen.waitFor("y update 1 webhook");
    screen.press("y");
    await screen.waitFor("Updated 1 webhook");
    expect((await hub.getWebhook(webhook.id)).url).toBe(`http://127.0.0.1:${after}/webhooks/inbox`);
  });

  it("reports why an update failed", async () => {
    const [before, after] = [await freePort(), await freePort()];
    const sshd = await startSshd();
    const tunnel = configuredTunnel(sshd);
    tunnel.configure(before);
    const app = await mountApp({ env: tunnel.env, columns: 120, rows: 40 });
    const { screen, hub } = app;
    await openTunnel(app);
    const url = `http://127.0.0.1:${before}/webhooks/inbox`;
    const gone = await addWebhook(app, "org:acme", url);
    const stays = await addWebhook(app, "org:other", url);
    await connectReceiver(app.role("receiver")).openTunnel(tunnel.choice(after));
    await screen.waitFor("y update 2 webhooks");
    await hub.deleteWebhook(gone.id);
    screen.press("y");
    await screen.waitFor("Updated 1 webhook; 1 could not be updated");
    await screen.waitFor("y retry 1 webhook");
    await screen.waitFor(new RegExp(`✗ ${gone.id.slice(0, 4)}…${gone.id.slice(-5)}`));
    expect((await hub.getWebhook(stays.id)).url).toBe(`http://127.0.0.1:${after}/webhooks/inbox`);
  });

  it("is offered to a form that was already open, which keeps its input", async () => {
    const sshd = await startSshd();
    const tunnel = configuredTunnel(sshd);
    const app = await mountApp({ env: tunnel.env });
    const { screen } = app;
    screen.press("c");
    await screen.waitFor(`URL       ${app.receiver}/webhooks/inbox`);
    // Opens the tunnel; the next press inserts its URL.
    screen.press("ctrl+t");
    await screen.waitFor(/Ctrl\+T inserts http:\S+\/webhooks\/inbox/, tunnelMs);
    const [, url = ""] = /Ctrl\+T inserts (\S+)/.exec(screen.text()) ?? [];
    expect(url).not.toContain(app.receiver);
    await screen.waitFor(`URL       ${app.receiver}/webhooks/inbox`);
    screen.press("ctrl+t");
    await screen.waitUntil(
      (now) => now.text().includes(`URL       ${url}`) && !now.text().includes("Ctrl+T inserts"),
    );
    screen.press("ctrl+u");
    screen.type("https://example.org/hook");
    await screen.waitFor(`URL       https://example.org/hook`);
    await screen.waitFor("Ctrl+T inserts");
  });
});

it("reports in one sentence what ngrok needs, and keeps working", async () => {
  const app = await mountApp({ columns: 120, rows: 30, env: configuration("receiver: {open: true}\n") });
  const { screen } = app;
  expect(screen.line(0)).not.toContain("tunnel");
  screen.press("m", "o");
  await screen.waitFor("no authtoken for ngrok is set");
  await screen.waitFor("set NGROK_AUTHTOKEN.");
  await screen.waitFor(/^ hooklens .* ✗ tunnel failed/);
  screen.press("j");
  await screen.waitUntil((now) => !now.text().includes("NGROK_AUTHTOKEN"));
  // Shown again after another failure, and kept in the history.
  screen.press("m", "o");
  await screen.waitFor("set NGROK_AUTHTOKEN.");
  screen.press(":");
  screen.type("messages");
  await screen.waitFor(/❯ 5 +Show Messages/);
  screen.press("enter");
  await screen.waitFor(/\d\d:\d\d:\d\d ✗ error +no authtoken for ngrok is set/);
  expect(await post(app)).toBe(200);
});

it("does not open to a receiver without a secret, and says what is missing", async () => {
  const { screen } = await mountApp({ columns: 120, rows: 30 });
  screen.press("m", "o");
  await screen.waitFor("The receiver has no secret; set");
  expect(screen.line(0)).not.toContain("tunnel");
});
