import { describe, expect, it } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { receiverOf, receiverInHeader } from "../support/app/header.ts";
import { mountApp, mountScreen } from "../support/app/mount-app.ts";
import { engineForApps } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";
import type { Screen } from "../support/screen/screen.ts";
import { shared } from "../support/shared.ts";
import { standInHub } from "../support/stand-in-hub.ts";
import { configuredTunnel } from "../support/tunnel/configured.ts";
import { freePort } from "../support/tunnel/free-port.ts";
import { startSshd, sshdIsInstalled } from "../support/tunnel/sshd.ts";

/** Timeout for an opening tunnel, also on a busy machine. */
const tunnelMs = 25_000;

const corpus = { type: "dataset", name: "me/corpus" } as const;

/** Opens the app on a stand-in of the real Hub, at an address that is not a loopback name. */
async function openOnHub(env: Readonly<Record<string, string | undefined>>) {
  const hub = await standInHub();
  hub.serve([/^GET \/api\/datasets\/me\/corpus$/, () => [200, { id: "me/corpus" }]]);
  const { port } = new URL(hub.endpoint);
  const screen = await mountScreen({
    columns: 120,
    rows: 40,
    env: { ...hub.env, HF_ENDPOINT: `http://0.0.0.0:${port}`, ...env },
  });
  await screen.waitFor(receiverInHeader);
  return { hub, screen, receiver: await receiverOf(screen), host: `0.0.0.0:${port}` };
}

type Opened = Awaited<ReturnType<typeof openOnHub>>;

/** Opens the checks, and waits until they have ended so. */
async function ask({ screen }: Opened, end: string): Promise<void> {
  screen.press("1", "f5", "w");
  await screen.waitFor("Why does nothing arrive?");
  await screen.waitFor(end);
}

async function closeChecks(screen: Screen): Promise<void> {
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Why does nothing arrive?"));
}

/** Closes the checks and shows the Deliveries screen. */
async function showDeliveries(screen: Screen): Promise<void> {
  await closeChecks(screen);
  screen.press("2");
}

describe("why nothing arrives, on the real Hub", () => {
  const opened = shared(async () => openOnHub({ HOOKLENS_DATA_DIR: await engineForApps() }));

  /** Returns the app with an empty list of webhooks. */
  async function openEmpty(): Promise<Opened> {
    const { hub, screen } = opened();
    hub.behave();
    hub.webhooks.clear();
    screen.press("1", "f5");
    await screen.waitFor("No webhooks yet");
    return opened();
  }

  it("says what the hub does not tell, and why, and sends nothing to the target", async () => {
    const app = await openEmpty();
    const { hub, screen, host } = app;
    hub.add({ url: "https://ci.example/hook", watched: [corpus] });
    screen.press("f5");
    await screen.waitFor("ci.example");
    await ask(app, "nothing fails");
    await screen.waitFor(`? response      ${host} does not report attempts, and none is in the log.`);
    await screen.waitFor("? quota");
    await screen.waitFor("→ Change dataset:me/corpus: a commit or a comment triggers it.");
    expect(hub.seen.some(({ method }) => method !== "GET")).toBe(false);
    await closeChecks(screen);
  });

  it("a repo that it does not show to the token", async () => {
    const app = await openEmpty();
    const { hub, screen, host } = app;
    hub.add({ url: "https://ci.example/hook", watched: [{ type: "dataset", name: "me/corpsu" }] });
    screen.press("f5");
    await screen.waitFor("corpsu");
    await ask(app, "first failure: watched items");
    await screen.waitFor(`${host} shows no dataset:me/corpsu to this token.`);
    // A hub that is slow or refuses leaves the doubt.
    hub.misbehave({ on: /datasets/, status: 403, body: { error: "Forbidden" } });
    screen.press("r");
    await screen.waitFor("? watched items dataset:me/corpsu could not be looked up");
    await screen.waitFor("nothing fails");
    await closeChecks(screen);
  });

  it("a webhook that another client changed or deleted meanwhile, and a token that is refused", async () => {
    const app = await openEmpty();
    const { hub, screen } = app;
    const { id } = hub.add({ url: "https://ci.example/hook", watched: [corpus] });
    screen.press("f5");
    await screen.waitFor("ci.example");
    hub.webhooks.set(id, { ...hub.add({ watched: [corpus] }), id, disabled: "suspended-after-failure" });
    await ask(app, "first failure: status");
    await screen.waitFor("The hub suspended the webhook after failures.");
    screen.press("F");
    await screen.waitFor(`Webhook ${id} enabled`);
    await screen.waitFor("nothing fails");
    hub.misbehave({ on: new RegExp(`GET .*/${id}$`), status: 401, body: { error: "Invalid credentials" } });
    screen.press("r");
    await screen.waitFor("stopped after 0 of 13");
    hub.behave();
    hub.webhooks.delete(id);
    screen.press("r");
    await screen.waitFor(`has no webhook ${id}`);
    await closeChecks(screen);
  });

  it("another secret: F puts the receiver's in, and a delivery arrives", async () => {
    const app = await openOnHub({ WEBHOOK_SECRET: "the-right-one" });
    const { hub, screen, receiver } = app;
    const { id } = hub.add({ url: `${receiver}/webhooks/inbox`, watched: [corpus], secret: "not-the-one" });
    screen.press("f5");
    await screen.waitFor("F set secret");
    screen.press("F");
    await screen.waitFor("Replace the secret?");
    screen.press("y");
    await screen.waitFor("has the receiver's secret");
    expect(hub.webhooks.get(id)?.secret).toBe("the-right-one");
    const secret = hub.webhooks.get(id)?.secret ?? "";
    const payload = contentPayload("me/corpus", { webhook: { id, version: 3 } });
    expect(await post(app, payload, { headers: { "x-webhook-secret": secret } })).toBe(200);
    await ask(app, "nothing fails");
    await screen.waitFor(/✓ response +The last attempt got 200/);
    expect(screen.raw).not.toMatch(/the-right-one|not-the-one/);
  });
});

describe.skipIf(!sshdIsInstalled)("why nothing arrives, through a tunnel", () => {
  it("a loopback URL on the real Hub: F opens the tunnel and updates the webhook, when confirmed", async () => {
    const sshd = await startSshd();
    const app = await openOnHub(configuredTunnel(sshd).env);
    const { hub, screen, receiver } = app;
    const { id } = hub.add({ url: `${receiver}/webhooks/inbox?a=1`, watched: [corpus] });
    screen.press("f5");
    await screen.waitFor("F open tunnel");
    await ask(app, "first failure: reach");
    await screen.waitFor("cannot reach 127.0.0.1, which is local to this machine");
    screen.press("F");
    await screen.waitFor("Open the tunnel?");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Open the tunnel?"));
    await screen.waitFor("first failure: reach");
    screen.press("F");
    await screen.waitFor("Open the tunnel?");
    screen.press("y");
    await screen.waitFor("nothing fails", tunnelMs);
    const url = hub.webhooks.get(id)?.url ?? "";
    expect(url).toMatch(/\/webhooks\/inbox\?a=1$/);
    expect(url).not.toContain(receiver);
    const { origin } = new URL(url);
    expect(
      await post({ receiver: origin }, contentPayload("me/corpus", { webhook: { id, version: 3 } })),
    ).toBe(200);
    await showDeliveries(screen);
    await screen.waitFor(/200/);
  });

  it("a tunnel that is not open, then an old tunnel URL: F opens it, and F updates the webhook", async () => {
    const [before, after] = [await freePort(), await freePort()];
    const sshd = await startSshd();
    const tunnel = configuredTunnel(sshd);
    tunnel.configure(before);
    const app = await mountApp({ columns: 120, rows: 40, env: tunnel.env });
    const { screen, hub } = app;
    screen.press("m", "o");
    await screen.waitFor("The tunnel is open", tunnelMs);
    const url = `http://127.0.0.1:${before}/webhooks/inbox`;
    const { id } = await addWebhook(app, "dataset:me/corpus", url);
    screen.press("m", "o");
    await screen.waitFor("Close the tunnel?");
    screen.press("y");
    await screen.waitFor("The tunnel is closed", tunnelMs);
    await screen.waitFor("F open tunnel");
    screen.press("w");
    await screen.waitFor("first failure: tunnel");
    screen.press("F");
    await screen.waitFor("nothing fails", tunnelMs);
    expect(await post({ receiver: `http://127.0.0.1:${before}` })).toBe(200);
    screen.press("esc");

    // Another client opens the tunnel at another URL, and the offer to update is declined.
    const opened = await connectReceiver(app.role("receiver")).openTunnel(tunnel.choice(after));
    expect(opened.kind).toBe("open");
    await screen.waitFor("Tunnel URL changed", tunnelMs);
    await screen.waitFor("Esc cancel");
    screen.press("esc");
    await screen.waitFor("F update address");
    screen.press("w");
    await screen.waitFor("first failure: address");
    screen.press("F");
    await screen.waitFor("Update address?");
    screen.press("y");
    await screen.waitFor("nothing fails");
    expect((await hub.getWebhook(id)).url).toBe(`http://127.0.0.1:${after}/webhooks/inbox`);
    await hub.trigger({ scope: "repo.content", action: "update", repo: corpus });
    await showDeliveries(screen);
    await screen.waitFor(/✓ 200 .*content update/);
  });
});
