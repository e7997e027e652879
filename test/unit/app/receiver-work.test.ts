import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { saveTunnelUrl, readTunnelUrls, tunnelUrlsPath } from "../../../src/app/effects/tunnel-urls.ts";
import type { TunnelState } from "../../../src/app/state/session.ts";
import { lostLink, applyReceiverState, withReceiver } from "../../../src/app/state/session.ts";
import { withWebhooks } from "../../../src/app/state/webhooks-state.ts";
import type { ReceiverState } from "../../../src/engine/client.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { usualLimits } from "../../../src/receiver/limits.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { type TestApp, testApp } from "../../support/app/test-app.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/** The whole state of a receiver whose tunnel stands so. */
function saying(state: TunnelState, over: Partial<ReceiverState> = {}): ReceiverState {
  return {
    pid: 1,
    version: "0",
    url: "http://127.0.0.1:7860",
    missedPort: null,
    publicUrl: state.kind === "open" ? state.url : null,
    tunnel: { choice: "ngrok", provider: "ngrok", state },
    forward: null,
    forwardsWaiting: 0,
    routes: ["inbox"],
    handlers: [],
    storing: { ok: true },
    setAside: [],
    handlersDir: null,
    secretSet: true,
    retention: { keepMs: null, keepBytes: null },
    open: false,
    limits: usualLimits(),
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

const says = ({ store }: TestApp, state: TunnelState) =>
  store.update(applyReceiverState(saying(state), someMomentMs));
const messages = (app: TestApp) => app.state().messages.map(({ tone, text }) => `${tone}: ${text}`);

describe("what becomes of the tunnel", () => {
  it("is said once each, whoever did it, and a loss is withdrawn when it is over", async () => {
    const app = await testApp();
    says(app, off);
    expect(messages(app)).toEqual([]);
    says(app, { kind: "opening", sinceMs: someMomentMs });
    says(app, at("https://a.ngrok.app"));
    says(app, lost);
    says(app, { ...lost, reason: "no network" });
    expect(app.state().toasts.map(({ text }) => text)).toContain(
      "The tunnel was lost (it slept). Reconnecting automatically.",
    );
    says(app, at("https://a.ngrok.app"));
    expect(app.state().toasts.some(({ tone }) => tone === "warn")).toBe(false);
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

  it("is said as the error it is, until it is open", async () => {
    const app = await testApp();
    says(app, off);
    says(app, failed);
    says(app, { ...failed });
    expect(messages(app)).toEqual(["error: no token (none). Get one."]);
    says(app, at("https://a.ngrok.app"));
    expect(app.state().toasts.map(({ tone }) => tone)).toEqual(["ok"]);
  });

  it("is said to have ended with the receiver, when that was lost in between", async () => {
    const app = await testApp();
    says(app, off);
    says(app, at("https://a.ngrok.app"));
    app.store.update(withReceiver({ link: lostLink({ state: "up" }, someMomentMs, "gone") }));
    app.store.batch(() => {
      app.store.update(withReceiver({ link: { state: "up" } }));
      says(app, off);
    });
    expect(messages(app).at(-1)).toBe("warn: The tunnel closed with the receiver. o reopens it.");
  });

  it("draws nothing when the receiver says what it said before, its counts aside", async () => {
    const app = await testApp();
    const forward = { target: "http://localhost:3000/", health: { kind: "up" as const, sinceMs: 1 } };
    const counted = (sending: number) =>
      saying(off, { forward: { ...forward, sending, queued: 0, waiting: 0 } });
    app.store.update(applyReceiverState(counted(0), someMomentMs));
    const before = app.state();
    app.store.update(applyReceiverState(counted(5), someMomentMs + 5));
    expect(app.state()).toBe(before);
    expect(app.state().session.receiver.forward).toEqual(forward);
  });
});

describe("the key of the tunnel", () => {
  it("says why it does nothing: no receiver, a lost one, a Space, one without a tunnel", async () => {
    const app = await testApp();
    const why = () => {
      app.press("o");
      return messages(app)
        .at(-1)
        ?.replace(/^warn: /, "");
    };
    expect(why()).toBe("No tunnel is configured.");
    app.store.update(withReceiver({ publicUrl: "https://me-x.hf.space" }));
    expect(why()).toBe("The receiver is already public at https://me-x.hf.space.");
    app.store.update(withReceiver({ link: lostLink({ state: "up" }, someMomentMs, "gone") }));
    expect(why()).toBe("The connection to the receiver is lost.");
    app.store.update(withReceiver({ link: { state: "connecting" } }));
    expect(why()).toBe("The receiver is still starting.");
  });

  it("asks before it closes one that enabled webhooks send to, and names them", async () => {
    const app = await testApp();
    says(app, off);
    says(app, at("https://a.ngrok.app"));
    app.store.update(withWebhooks({ items: [hook("1", "https://a.ngrok.app/webhooks/inbox")] }));
    app.press("o");
    const [confirm] = app.state().overlays;
    expect(confirm).toMatchObject({ kind: "confirm", action: { kind: "close-tunnel" } });
    expect(confirm?.kind === "confirm" && confirm.lines).toContain("1 https://a.ngrok.app/webhooks/inbox");
    app.press("enter");
    expect(app.state().overlays).toEqual([]);
  });

  it("copies what a webhook needs, by the palette", async () => {
    const app = await testApp();
    says(app, at("https://a.ngrok.app"));
    app.press(":", ..."copy the public", "enter");
    expect(app.asked).toEqual(["copy https://a.ngrok.app/webhooks/inbox"]);
  });
});

function hook(id: string, url: string): Webhook {
  return {
    id,
    url,
    job: null,
    watched: [],
    domains: [],
    secret: null,
    status: "enabled",
    disabled: false,
    suspended: false,
  };
}

describe("the offer to have webhooks follow", () => {
  const stray = hook("1", "https://a.ngrok.app/webhooks/inbox");

  async function moved(): Promise<TestApp> {
    const app = await testApp();
    says(app, off);
    app.store.update(withWebhooks({ items: [stray], loadedAtMs: someMomentMs }));
    app.store.update(withReceiver({ tunnelUrls: ["https://a.ngrok.app"] }));
    return app;
  }

  it("hears no key at first, since that was meant for what was there before", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    expect(app.state().overlays).toMatchObject([
      { kind: "stray-webhooks", acceptsKeys: false, updating: false },
    ]);
    app.press("y", "esc", "enter");
    expect(app.state().overlays).toMatchObject([{ kind: "stray-webhooks", updating: false }]);
    await vi.waitUntil(() => app.state().overlays.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.press("esc");
    expect(app.state().overlays).toEqual([]);
    // Left alone for this URL, and made again for the next one.
    app.store.update(withWebhooks({ items: [{ ...stray }] }));
    expect(app.state().overlays).toEqual([]);
    says(app, at("https://c.ngrok.app"));
    expect(app.state().overlays).toMatchObject([
      { kind: "stray-webhooks", updates: [{ id: "1", to: "https://c.ngrok.app/webhooks/inbox" }] },
    ]);
  });

  it("waits until nothing else floats over the screen", async () => {
    const app = await moved();
    app.press("?");
    says(app, at("https://b.ngrok.app"));
    expect(app.state().overlays.map(({ kind }) => kind)).toEqual(["help"]);
    app.press("esc");
    expect(app.state().overlays.map(({ kind }) => kind)).toEqual(["stray-webhooks"]);
  });

  it("sends no webhook to where the tunnel has gone from meanwhile, and offers the next URL", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    await vi.waitUntil(() => app.state().overlays.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    says(app, at("https://c.ngrok.app"));
    app.press("y");
    await vi.waitUntil(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(app.state().overlays).toMatchObject([
      { updates: [{ state: { kind: "failed", why: "the tunnel is no longer at that URL" } }] },
    ]);
    app.press("esc");
    expect(app.state().overlays).toMatchObject([{ updates: [{ to: "https://c.ngrok.app/webhooks/inbox" }] }]);
  });

  it("is not made of what was last known of a receiver that is lost, and updates nothing then", async () => {
    const app = await moved();
    const link = lostLink({ state: "up" }, someMomentMs, "gone");
    says(app, at("https://b.ngrok.app"));
    await vi.waitUntil(() => app.state().overlays.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.store.update(withReceiver({ link }));
    app.press("y");
    await vi.waitUntil(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(app.state().overlays).toMatchObject([
      { updates: [{ state: { kind: "failed", why: "the receiver is not reachable" } }] },
    ]);
    app.press("esc");
    app.store.update(withWebhooks({ items: [{ ...stray, id: "2" }] }));
    expect(app.state().overlays).toEqual([]);
  });

  it("says at each webhook why it could not be updated, and stays", async () => {
    const app = await moved();
    says(app, at("https://b.ngrok.app"));
    await vi.waitUntil(() => app.state().overlays.some((one) => "acceptsKeys" in one && one.acceptsKeys));
    app.press("y");
    await vi.waitUntil(() => messages(app).some((text) => text.startsWith("error: ")));
    expect(messages(app).at(-1)).toBe("error: 0 webhooks updated, 1 failed.");
    expect(app.state().overlays).toMatchObject([
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

describe("the URLs of tunnels", () => {
  it("are kept for their owner alone, the newest last, each once, and no more than fifty", async () => {
    const dataDir = madeDataDir();
    expect(await readTunnelUrls(dataDir)).toEqual([]);
    await saveTunnelUrl(dataDir, "https://a.ngrok.app");
    await saveTunnelUrl(dataDir, "https://b.ngrok.app");
    expect(await saveTunnelUrl(dataDir, "https://a.ngrok.app")).toEqual([
      "https://b.ngrok.app",
      "https://a.ngrok.app",
    ]);
    expect(statSync(tunnelUrlsPath(dataDir)).mode & 0o777).toBe(0o600);
    for (let n = 0; n < 60; n += 1) await saveTunnelUrl(dataDir, `https://${n}.ngrok.app`);
    const kept = await readTunnelUrls(dataDir);
    expect(kept.length).toBe(50);
    expect(kept.at(-1)).toBe("https://59.ngrok.app");
  });

  it("are read as far as they are URLs", async () => {
    const dataDir = madeDataDir();
    writeFileSync(tunnelUrlsPath(dataDir), "https://a.ngrok.app\nnonsense\nfile:///etc\n\nhttps://\n");
    expect(await readTunnelUrls(dataDir)).toEqual(["https://a.ngrok.app"]);
  });

  it("are remembered by the app as its tunnels open, also where they cannot be kept", async () => {
    const app = await testApp();
    says(app, at("https://a.ngrok.app"));
    await vi.waitUntil(() => app.state().session.receiver.tunnelUrls.length === 1);
    expect(readFileSync(tunnelUrlsPath(app.dataDir), "utf8")).toBe("https://a.ngrok.app\n");

    const unable = await testApp();
    mkdirSync(tunnelUrlsPath(unable.dataDir));
    says(unable, at("https://a.ngrok.app"));
    await vi.waitUntil(() => unable.state().session.receiver.tunnelUrls.length === 1);
    expect(messages(unable).at(-1)).toMatch(/^warn: The tunnel URL could not be saved \(/);
  });
});
