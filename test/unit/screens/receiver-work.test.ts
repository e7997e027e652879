import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ReceiverState } from "../../../src/engine/receiver-state.ts";
import { tunnelUrls } from "../../../src/engine/url-history.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { defaultLimits } from "../../../src/receiver/limits.ts";
import type { TunnelState } from "../../../src/screens/connection-state.ts";
import { lostLink, setReceiver, applyReceiverState } from "../../../src/screens/connection-state.ts";
import { setWebhooks } from "../../../src/screens/webhooks/state/webhooks.ts";
import type { ConfirmDialog } from "../../../src/tui/dialogs/confirm.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { type TestApp, testApp } from "../../support/app/test-app.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { until } from "../../support/until.ts";

/** Returns the state of a receiver with this tunnel. */
function saying(state: TunnelState, over: Partial<ReceiverState> = {}): ReceiverState {
  return {
    pid: 1,
    id: "c8f0",
    version: "0",
    url: "http://127.0.0.1:7860",
    missedPort: null,
    publicUrl: state.kind === "open" ? state.url : null,
    tunnel: { choice: "ngrok", provider: "ngrok", state },
    forward: null,
    forwardRules: [],
    forwardsHeld: false,
    forwardsWaiting: 0,
    forwardsUnreadable: 0,
    routes: ["inbox"],
    handlers: [],
    storing: { ok: true },
    store: null,
    setAside: [],
    handlersDir: null,
    secretSet: true,
    retention: { keepMs: null, keepBytes: null },
    open: false,
    limits: defaultLimits(),
    startedAt: new Date(someMomentMs).toISOString(),
    position: { seq: 0, revision: 0 },
    ...over,
  };
}

const off: TunnelState = { kind: "off" };
const at = (url: string): TunnelState => ({ kind: "open", url, sinceMs: someMomentMs, endsAtMs: null });
const lost: TunnelState = {
  kind: "reconnecting",
  url: "https://a.ngrok.app",
  sinceMs: 0,
  reason: "it slept",
};
const failed: TunnelState = { kind: "failed", what: "no token", why: "none", hint: "Get one" };

const says = ({ store }: TestApp, state: TunnelState) => applyReceiverState(store, saying(state));
const messages = (app: TestApp) => app.state().messages.history.map(({ tone, text }) => `${tone}: ${text}`);

describe("messages about the tunnel", () => {
  it("are shown once each, whoever caused them, and a loss is removed when it ends", async () => {
    const app = await testApp();
    says(app, off);
    expect(messages(app)).toEqual([]);
    says(app, { kind: "opening", sinceMs: someMomentMs });
    says(app, at("https://a.ngrok.app"));
    says(app, lost);
    says(app, { ...lost, reason: "no network" });
    expect(app.state().messages.toasts.map(({ text }) => text)).toContain(
      "The tunnel was lost (it slept). Reconnecting automatically.",
    );
    says(app, at("https://a.ngrok.app"));
    expect(app.state().messages.toasts.some(({ tone }) => tone === "warn")).toBe(false);
    says(app, at("https://b.ngrok.app"));
    says(app, off);
    expect(messages(app)).toEqual([
      "ok: The tunnel is open: https://a.ngrok.app",
      "warn: The tunnel was lost (it slept). Reconnecting automatically.",
      "ok: The tunnel is open again",
      "ok: The tunnel is open: https://b.ngrok.app",
      "ok: The tunnel is closed",
    ]);
  });

  it("show an error until the tunnel is open", async () => {
    const app = await testApp();
    says(app, off);
    says(app, failed);
    says(app, { ...failed });
    expect(messages(app)).toEqual(["error: no token (none). Get one."]);
    says(app, at("https://a.ngrok.app"));
    expect(app.state().messages.toasts.map(({ tone }) => tone)).toEqual(["ok"]);
  });

  it("report that the tunnel closed with a lost receiver", async () => {
    const app = await testApp();
    says(app, off);
    says(app, at("https://a.ngrok.app"));
    app.store.dispatch(setReceiver({ link: lostLink({ state: "up" }, someMomentMs, "gone") }));
    app.store.batch(() => {
      app.store.dispatch(setReceiver({ link: { state: "up" } }));
      says(app, off);
    });
    expect(messages(app).at(-1)).toBe("warn: The tunnel closed with the receiver. m o reopens it.");
  });

  it("does not redraw for an equal state of the receiver, apart from its counts", async () => {
    const app = await testApp();
    const forward = { target: "http://localhost:3000/", health: { kind: "up" as const, sinceMs: 1 } };
    const counted = (sending: number) =>
      saying(off, { forward: { ...forward, sending, queued: 0, waiting: 0 } });
    applyReceiverState(app.store, counted(0));
    const before = app.state();
    applyReceiverState(app.store, counted(5));
    expect(app.state()).toBe(before);
    expect(app.state().session.receiver.forward).toEqual(forward);
  });
});

describe("the tunnel's key", () => {
  it("explains why it is disabled: no receiver, a lost one, a Space, no tunnel", async () => {
    const app = await testApp();
    const why = () => {
      app.press("m", "o");
      return app.state().messages.toasts.at(-1)?.text;
    };
    expect(why()).toBe("No tunnel is configured.");
    app.store.dispatch(setReceiver({ publicUrl: "https://me-x.hf.space" }));
    expect(why()).toBe("The receiver is already public at https://me-x.hf.space.");
    app.store.dispatch(setReceiver({ link: lostLink({ state: "up" }, someMomentMs, "gone") }));
    expect(why()).toBe("The connection to the receiver is lost.");
    app.store.dispatch(setReceiver({ link: { state: "connecting" } }));
    expect(why()).toBe("The receiver is still starting.");
  });

  it("asks before it closes a tunnel that enabled webhooks use, and names them", async () => {
    const app = await testApp();
    says(app, off);
    says(app, at("https://a.ngrok.app"));
    app.store.dispatch(setWebhooks({ items: [hook("1", "https://a.ngrok.app/webhooks/inbox")] }));
    app.press("m", "o");
    const [confirm] = app.state().nav.dialogs;
    expect(confirm).toMatchObject({ kind: "confirm", command: "tunnel.close" });
    expect((confirm as ConfirmDialog).lines).toContain("1 https://a.ngrok.app/webhooks/inbox");
    app.press("esc");
    expect(app.state().nav.dialogs).toEqual([]);
  });

  it("copies the URL for a webhook, from the palette", async () => {
    const app = await testApp();
    says(app, at("https://a.ngrok.app"));
    app.press(":", ..."copy the public", "enter");
    expect(app.asked).toEqual(["copy https://a.ngrok.app/webhooks/inbox"]);
  });
});

function hook(id: string, url: string): Webhook {
  return aWebhook({ id, url, watched: [] });
}

describe("the offer to update webhooks", () => {
  const webhook = hook("1", "https://a.ngrok.app/webhooks/inbox");

  async function moved(): Promise<TestApp> {
    const app = await testApp();
    says(app, off);
    app.store.dispatch(setWebhooks({ items: [webhook], loadedAtMs: someMomentMs }));
    app.store.dispatch(setReceiver({ tunnelUrls: ["https://a.ngrok.app"] }));
    return app;
  }

  it("ignores keys at first, which were meant for the screen", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    expect(app.state().nav.dialogs).toMatchObject([
      { kind: "stray-webhooks", acceptsKeys: false, updating: false },
    ]);
    app.press("y", "esc", "esc");
    expect(app.state().nav.dialogs).toMatchObject([{ kind: "stray-webhooks", updating: false }]);
    await until(() => app.state().nav.dialogs.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.press("esc");
    expect(app.state().nav.dialogs).toEqual([]);
    // Skipped for this URL, and offered again for the next one.
    app.store.dispatch(setWebhooks({ items: [{ ...webhook }] }));
    expect(app.state().nav.dialogs).toEqual([]);
    says(app, at("https://c.ngrok.app"));
    expect(app.state().nav.dialogs).toMatchObject([
      { kind: "stray-webhooks", updates: [{ id: "1", to: "https://c.ngrok.app/webhooks/inbox" }] },
    ]);
  });

  it("waits until no other overlay is open", async () => {
    const app = await moved();
    app.press("?");
    says(app, at("https://b.ngrok.app"));
    expect(app.state().nav.dialogs.map(({ kind }) => kind)).toEqual(["help"]);
    app.press("esc");
    expect(app.state().nav.dialogs.map(({ kind }) => kind)).toEqual(["stray-webhooks"]);
  });

  it("updates no webhook to an old URL, and offers the next one", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    await until(() => app.state().nav.dialogs.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    says(app, at("https://c.ngrok.app"));
    app.press("y");
    await until(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(app.state().nav.dialogs).toMatchObject([
      { updates: [{ state: { kind: "failed", why: "the receiver is no longer at that address" } }] },
    ]);
    app.press("esc");
    expect(app.state().nav.dialogs).toMatchObject([
      { updates: [{ to: "https://c.ngrok.app/webhooks/inbox" }] },
    ]);
  });

  it("is not made while the receiver is lost, and updates nothing then", async () => {
    const app = await moved();
    const link = lostLink({ state: "up" }, someMomentMs, "gone");
    says(app, at("https://b.ngrok.app"));
    await until(() => app.state().nav.dialogs.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.store.dispatch(setReceiver({ link }));
    app.press("y");
    await until(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(app.state().nav.dialogs).toMatchObject([
      { updates: [{ state: { kind: "failed", why: "the receiver is not reachable" } }] },
    ]);
    app.press("esc");
    app.store.dispatch(setWebhooks({ items: [{ ...webhook, id: "2" }] }));
    expect(app.state().nav.dialogs).toEqual([]);
  });

  it("shows for each webhook why its update failed, and stays open", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    await until(() => app.state().nav.dialogs.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.press("y");
    await until(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(messages(app).at(-1)).toBe("error: Updated 0 webhooks; 1 could not be updated.");
    expect(app.state().nav.dialogs).toMatchObject([
      {
        kind: "stray-webhooks",
        updating: false,
        updates: [{ state: { kind: "failed", why: expect.stringMatching(/^the hub is not connected yet/) } }],
      },
    ]);
  });
});

function madeDataDir(): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  return dataDir;
}

describe("tunnel URLs", () => {
  it("are saved for the owner only, newest last, each once, at most fifty", async () => {
    const dataDir = madeDataDir();
    expect(await tunnelUrls(dataDir).read()).toEqual([]);
    await tunnelUrls(dataDir).save("https://a.ngrok.app");
    await tunnelUrls(dataDir).save("https://b.ngrok.app");
    expect(await tunnelUrls(dataDir).save("https://a.ngrok.app")).toEqual([
      "https://b.ngrok.app",
      "https://a.ngrok.app",
    ]);
    expect(statSync(tunnelUrls(dataDir).path).mode & 0o777).toBe(0o600);
    for (let n = 0; n < 60; n += 1) await tunnelUrls(dataDir).save(`https://${n}.ngrok.app`);
    const kept = await tunnelUrls(dataDir).read();
    expect(kept.length).toBe(50);
    expect(kept.at(-1)).toBe("https://59.ngrok.app");
  });

  it("are loaded, skipping lines that are not URLs", async () => {
    const dataDir = madeDataDir();
    writeFileSync(tunnelUrls(dataDir).path, "https://a.ngrok.app\nnonsense\nfile:///etc\n\nhttps://\n");
    expect(await tunnelUrls(dataDir).read()).toEqual(["https://a.ngrok.app"]);
  });

  it("are kept by the app as its tunnels open, even if they cannot be saved", async () => {
    const app = await testApp();
    says(app, at("https://a.ngrok.app"));
    await until(() => app.state().session.receiver.tunnelUrls.length === 1);
    expect(readFileSync(tunnelUrls(app.dataDir).path, "utf8")).toBe("https://a.ngrok.app\n");

    const unable = await testApp();
    mkdirSync(tunnelUrls(unable.dataDir).path);
    says(unable, at("https://a.ngrok.app"));
    await until(() => unable.state().session.receiver.tunnelUrls.length === 1);
    expect(messages(unable).at(-1)).toMatch(/^warn: The tunnel URL could not be saved \(/);
  });
});
