import { describe, expect, it } from "vitest";
import { hasSameHost } from "../../../src/checks/webhook-target.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { sessionSlice, type Session, type TunnelState } from "../../../src/screens/connection-state.ts";
import {
  isOurs,
  publicAddress,
  webhooksUsingTunnel,
  outdatedUrls,
  webhookAddress,
} from "../../../src/screens/public-url.ts";
import { aWebhook } from "../../support/a-webhook.ts";

type Receiver = Session["receiver"];

const local: Receiver = {
  ...sessionSlice.initial.receiver,
  link: { state: "up" },
  url: "http://127.0.0.1:7860",
  routes: ["inbox"],
};

function tunnelled(state: TunnelState, tunnelUrls: readonly string[] = []): Receiver {
  const publicUrl = state.kind === "open" ? state.url : null;
  return { ...local, publicUrl, tunnelUrls, tunnel: { choice: "ngrok", provider: "ngrok", state } };
}
const open: TunnelState = { kind: "open", url: "https://new.ngrok.app", sinceMs: 0, endsAtMs: null };
const old = "https://old.ngrok.app";

function webhook(id: string, url: string | null, over: Partial<Webhook> = {}): Webhook {
  return aWebhook({ id, url, watched: [{ type: "org", name: "acme" }], ...over });
}

describe("the target of a new webhook", () => {
  it("is the receiver's public URL if possible, else its local one", () => {
    expect(webhookAddress(local)).toBe("http://127.0.0.1:7860/webhooks/inbox");
    expect(webhookAddress(tunnelled(open))).toBe("https://new.ngrok.app/webhooks/inbox");
    expect(webhookAddress({ ...local, routes: ["train", "inbox"] })).toMatch(/\/webhooks\/train$/);
    expect(webhookAddress({ ...local, url: null })).toBeNull();
  });

  it("keeps path and query of our own addresses, and replaces others", () => {
    const receiver = tunnelled(open, [old]);
    const at = (address: string) => publicAddress(receiver, address);
    expect(at("http://127.0.0.1:7860/webhooks/train?a=1#b")).toBe(
      "https://new.ngrok.app/webhooks/train?a=1#b",
    );
    expect(at(` ${old}/webhooks/train `)).toBe("https://new.ngrok.app/webhooks/train");
    expect(at("https://example.org/hook")).toBe("https://new.ngrok.app/webhooks/inbox");
    expect(at("")).toBe("https://new.ngrok.app/webhooks/inbox");
    expect(publicAddress(local, "http://127.0.0.1:7860/webhooks/train")).toBeNull();
  });
});

describe("an address", () => {
  it("is compared by host and port, not by prefix", () => {
    expect(hasSameHost("http://old.ngrok.app/x", "http://OLD.ngrok.app")).toBe(true);
    expect(hasSameHost("https://old.ngrok.app.example.org/", old)).toBe(false);
    expect(hasSameHost("https://me@example.org/?old.ngrok.app", old)).toBe(false);
    expect(hasSameHost("http://127.0.0.1:40001/", "http://127.0.0.1:40002")).toBe(false);
    expect(hasSameHost("no address", "no address")).toBe(false);
  });

  it("is ours where the receiver listens and at its tunnels' URLs", () => {
    const receiver = tunnelled(open, [old]);
    expect(isOurs(receiver, "http://127.0.0.1:7860/x")).toBe(true);
    expect(isOurs(receiver, `${old}/x`)).toBe(true);
    expect(isOurs(receiver, "http://127.0.0.1:7861/x")).toBe(false);
  });
});

describe("webhooks with old tunnel URLs", () => {
  const webhooks = [
    webhook("a", `${old}/webhooks/train?x=1`),
    webhook("b", "https://new.ngrok.app/webhooks/inbox"),
    webhook("c", "https://example.org/hook"),
    webhook("d", null, { job: { id: "1" } }),
    webhook("e", "http://127.0.0.1:7860/webhooks/inbox"),
    webhook("f", `${old}/`, { disabled: true, status: "disabled" }),
  ];

  it("are found, also disabled ones, and keep path and query", () => {
    const receiver = tunnelled(open, [old, "http://127.0.0.1:7860", "https://new.ngrok.app"]);
    expect(outdatedUrls(receiver, webhooks)).toEqual([
      { id: "a", from: `${old}/webhooks/train?x=1`, to: "https://new.ngrok.app/webhooks/train?x=1" },
      { id: "f", from: `${old}/`, to: "https://new.ngrok.app/" },
    ]);
  });

  it("are none while no tunnel is open", () => {
    expect(outdatedUrls(tunnelled({ kind: "off" }, [old]), webhooks)).toEqual([]);
    expect(outdatedUrls({ ...local, tunnelUrls: [old] }, webhooks)).toEqual([]);
    const lost: TunnelState = { kind: "reconnecting", url: old, sinceMs: 0, reason: "cut" };
    expect(outdatedUrls(tunnelled(lost, [old]), webhooks)).toEqual([]);
  });

  it("are none while the receiver is lost, whatever its last tunnel", () => {
    const receiver = tunnelled(open, [old]);
    expect(outdatedUrls({ ...receiver, link: { state: "connecting" } }, webhooks)).toEqual([]);
    const link = { state: "lost", sinceMs: 0, why: "it ended" } as const;
    expect(outdatedUrls({ ...receiver, link }, webhooks)).toEqual([]);
  });

  it("do not include those that use the current tunnel, open or reconnecting", () => {
    const ids = (state: TunnelState) => webhooksUsingTunnel(tunnelled(state), webhooks).map(({ id }) => id);
    expect(ids(open)).toEqual(["b"]);
    expect(ids({ kind: "reconnecting", url: old, sinceMs: 0, reason: "cut" })).toEqual(["a"]);
    expect(ids({ kind: "opening", sinceMs: 0 })).toEqual([]);
  });
});
