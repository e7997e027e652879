import { describe, expect, it } from "vitest";
import type { TunnelState } from "../../../src/screens/connection-state.ts";
import { lostLink, setHub, setReceiver } from "../../../src/screens/connection-state.ts";
import { urlHint } from "../../../src/screens/webhooks/dialogs/editor/url-hint.ts";
import {
  editWebhookForm,
  newWebhookForm,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import { frameOf } from "../../../src/tui/app-frame.ts";
import { openDialog } from "../../../src/tui/state/nav.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { initialState, after, type KnownState } from "../../support/app/state.ts";

const here = "http://127.0.0.1:7860/webhooks/inbox";
const publicUrl = "https://x.ngrok.app";

function on(hub: string | null, tunnel: TunnelState | null): KnownState {
  const changes = [
    setHub({ link: { state: "up" }, local: hub === null, name: hub ?? "local" }),
    setReceiver({
      link: { state: "up" },
      url: "http://127.0.0.1:7860",
      routes: ["inbox"],
      tunnel: tunnel === null ? null : { choice: "ngrok", provider: "ngrok", state: tunnel },
      publicUrl: tunnel?.kind === "open" ? tunnel.url : null,
    }),
  ];
  return after(initialState({ columns: 80, rows: 24 }, someMomentMs), ...changes);
}
const off: TunnelState = { kind: "off" };
const open: TunnelState = { kind: "open", url: publicUrl, sinceMs: someMomentMs, endsAtMs: null };
const form = (url: string) => newWebhookForm({ url, secret: null }, true);
const problem = "huggingface.co cannot reach 127.0.0.1, which is local to this machine";

describe("the hint under a webhook's URL", () => {
  it("is empty on a local hub, which reaches local addresses", () => {
    expect(urlHint(on(null, off), form(here))).toBeNull();
    expect(urlHint(on("127.0.0.1:7870", off), form(here))).toBeNull();
    expect(urlHint(on("localhost", off), form(here))).toBeNull();
  });

  it("warns on a remote hub, and offers to open the tunnel if possible", () => {
    const hub = "huggingface.co";
    const failed: TunnelState = { kind: "failed", what: "no", why: null, hint: null };
    const opening: TunnelState = { kind: "opening", sinceMs: someMomentMs };
    expect(urlHint(on(hub, off), form(here))).toEqual({ problem, offer: { kind: "open" } });
    expect(urlHint(on(hub, failed), form(here))).toEqual({ problem, offer: { kind: "open" } });
    expect(urlHint(on(hub, opening), form(here))).toEqual({ problem, offer: { kind: "wait" } });
    expect(urlHint(on(hub, null), form(here))).toEqual({ problem, offer: null });
    const lost = after(on(hub, off), setReceiver({ link: lostLink({ state: "up" }, someMomentMs, "gone") }));
    expect(urlHint(lost, form(here))).toEqual({ problem, offer: null });
    expect(urlHint(on(hub, off), form("https://example.org/hook"))).toBeNull();
  });

  it("offers the public URL, unless it is already there", () => {
    const offer = { kind: "insert", url: `${publicUrl}/webhooks/inbox` };
    expect(urlHint(on("huggingface.co", open), form(here))).toEqual({ problem, offer });
    expect(urlHint(on(null, open), form(here))).toEqual({ problem: null, offer });
    expect(urlHint(on(null, open), form(""))).toEqual({ problem: null, offer });
    expect(urlHint(on(null, open), form(`${publicUrl}/webhooks/train`))).toBeNull();
  });

  it("is empty for an existing webhook with a foreign target", () => {
    const url = "https://example.org/hook";
    const original = aWebhook({ id: "1", url, watched: [] });
    expect(urlHint(on(null, open), editWebhookForm(original, true))).toBeNull();
    expect(urlHint(on(null, open), editWebhookForm({ ...original, url: here }, true))).not.toBeNull();
  });

  it("fits below the field in the smallest terminal, with the middle of the URL cut", () => {
    const state = after(on("huggingface.co", open), openDialog(form(here)));
    const shown = frameOf(after(state, setWindow({ size: { columns: 44, rows: 24 } })), registry)
      .dialogs.flatMap(({ lines }) => lines)
      .map(({ spans }) =>
        spans
          .map(({ text }) => text)
          .join("")
          .trimEnd(),
      );
    expect(shown.find((row) => row.includes("▲"))).toContain("▲ huggingface.co cannot");
    expect(shown.find((row) => row.includes("Ctrl+T"))).toMatch(/Ctrl\+T inserts https.*…hooks\/inbox$/);
  });
});
