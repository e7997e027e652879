import { describe, expect, it } from "vitest";
import { healthOf } from "../../../src/checks/check-webhook.ts";
import type { WebhookFacts } from "../../../src/checks/facts.ts";
import { activity, factsOf, firstFailed, realHub, resultOf } from "./facts.ts";

const tunnel = "https://new.ngrok.app";
const old = "https://old.ngrok.app";

describe("the first check that fails", () => {
  it.each<[name: string, facts: WebhookFacts, id: string, text: string, fix: object | null]>([
    ["disabled", factsOf({ disabled: true }), "enabled", "○ disabled", { kind: "enable" }],
    [
      "disabled by a 410",
      factsOf({ disabled: true }, {}, { activity: activity({ status: 410, ok: false }) }),
      "enabled",
      "✗ 410 gone",
      { kind: "by-hand", text: "Change its URL, then enable it, or delete it" },
    ],
    ["suspended", factsOf({ disabled: true, suspended: true }), "enabled", "✗ suspended", { kind: "enable" }],
    [
      "held",
      factsOf(
        { held: true },
        {},
        { activity: activity({ ok: false, status: 503 }, { failures: 4, held: 5 }) },
      ),
      "enabled",
      "◌ held · 5 wait",
      { kind: "release" },
    ],
    [
      "old port",
      factsOf({ url: "http://localhost:9999/webhooks/inbox?a=1" }, {}, { activity: null }),
      "address",
      "▲ port moved",
      { kind: "move", to: "http://127.0.0.1:7860/webhooks/inbox?a=1" },
    ],
    [
      "old port at which an attempt succeeded before the receiver started",
      factsOf({ url: "http://127.0.0.1:9999/webhooks/inbox" }, { startedAt: "2026-11-22T11:59:50Z" }),
      "address",
      "▲ port moved",
      { kind: "move", to: "http://127.0.0.1:7860/webhooks/inbox" },
    ],
    [
      "another port at which a delivery in this receiver's log succeeded",
      factsOf(
        { url: "http://127.0.0.1:9999/webhooks/inbox" },
        {},
        { activity: activity({}, { from: "receiver" }) },
      ),
      "address",
      "▲ port moved",
      { kind: "move", to: "http://127.0.0.1:7860/webhooks/inbox" },
    ],
    [
      "no receiver, and a former success at another port",
      factsOf(
        { url: "http://127.0.0.1:9999/webhooks/inbox" },
        { stopped: "neither the app nor hooklens receive is open", startedAt: null },
      ),
      "receiver",
      "✗ no receiver",
      { kind: "start-receiver", port: 9999 },
    ],
    [
      "old port, on the real Hub, without a tunnel",
      factsOf({ url: "http://localhost:9999/webhooks/inbox" }, {}, { activity: null, hub: realHub }),
      "address",
      "▲ port moved",
      { kind: "open-tunnel", moves: true },
    ],
    [
      "old tunnel URL",
      factsOf({ url: `${old}/webhooks/train` }, { publicUrl: tunnel, tunnelUrls: [old, tunnel] }),
      "address",
      "▲ old tunnel",
      { kind: "move", to: `${tunnel}/webhooks/train` },
    ],
    [
      "no receiver",
      factsOf({}, { stopped: "neither the app nor hooklens receive is open" }),
      "receiver",
      "✗ no receiver",
      { kind: "start-receiver", port: 7860 },
    ],
    [
      "missing route",
      factsOf({ url: "http://127.0.0.1:7860/webhooks/tr%61in2" }),
      "route",
      "✗ no route",
      { kind: "add-route", route: "train2" },
    ],
    [
      "path that is no route",
      factsOf({ url: "http://127.0.0.1:7860/hook" }),
      "route",
      "✗ no route",
      { kind: "by-hand", text: "Point the webhook to /webhooks/inbox" },
    ],
    [
      "other secret",
      factsOf({ secret: "x" }, {}, { secretAccepted: false }),
      "secret",
      "✗ secret differs",
      { kind: "put-secret", route: "inbox" },
    ],
    [
      "no secret",
      factsOf({}, {}, { secretAccepted: false }),
      "secret",
      "✗ no secret",
      { kind: "put-secret", route: "inbox" },
    ],
    [
      "closed tunnel",
      factsOf({ url: `${old}/webhooks/train` }, { tunnelUrls: [old] }),
      "tunnel",
      "▲ tunnel down",
      { kind: "open-tunnel", moves: false },
    ],
    [
      "closed tunnel that cannot be opened",
      factsOf(
        { url: `${old}/webhooks/train` },
        { tunnelUrls: [old], closedTunnel: { why: "the receiver has no secret" } },
      ),
      "tunnel",
      "▲ tunnel down",
      {
        kind: "by-hand",
        text: "Open the tunnel; it cannot be opened now: the receiver has no secret",
      },
    ],
    [
      "loopback, on the real Hub",
      factsOf({}, {}, { hub: realHub, activity: null }),
      "reach",
      "▲ unreachable",
      { kind: "open-tunnel", moves: true },
    ],
    [
      "loopback, on the real Hub, with an open tunnel",
      factsOf({}, { publicUrl: tunnel }, { hub: realHub, activity: null }),
      "reach",
      "▲ unreachable",
      { kind: "move", to: `${tunnel}/webhooks/inbox` },
    ],
    [
      "broken handler",
      factsOf({}, { brokenHandlers: [{ route: "inbox", file: "inbox.ts", error: "SyntaxError: x" }] }),
      "handler",
      "✗ handler",
      { kind: "by-hand", text: "Fix inbox.ts; it is reloaded when it is saved" },
    ],
    [
      "handler that throws",
      factsOf({}, {}, { failed: { seq: 7, reason: "TypeError: rows is undefined (train.ts:14)" } }),
      "handler",
      "✗ handler",
      { kind: "replay" },
    ],
    [
      "target that refuses",
      factsOf(
        { url: "https://ci.example/hook" },
        {},
        { activity: activity({ ok: false, status: 410 }, { failures: 9 }) },
      ),
      "target",
      "✗ 410 ×9",
      { kind: "replay" },
    ],
    [
      "target that does not answer",
      factsOf(
        { url: "https://ci.example/hook" },
        {},
        { activity: activity({ ok: false, status: null, error: "ECONNREFUSED" }, { failures: 1 }) },
      ),
      "target",
      "✗ refused",
      { kind: "replay", first: "Start the program there" },
    ],
    ...(
      [
        [{ error: "ENOTFOUND" }, "✗ unknown host ×3", { kind: "edit", field: "url" }],
        [
          { error: "no response within 10 s" },
          "✗ no response ×3",
          { kind: "replay", first: "Let the program respond first, then do its work" },
        ],
        [{ error: "EPROTO" }, "✗ no response ×3", { kind: "replay" }],
        [
          { status: 302, location: "/new?a=1" },
          "✗ redirect ×3",
          { kind: "set-url", to: "https://ci.example/new?a=1" },
        ],
        [{ status: 308, location: "javascript:x" }, "✗ redirect ×3", { kind: "edit", field: "url" }],
        [{ status: 401 }, "✗ 401 ×3", { kind: "edit", field: "secret" }],
        [{ status: 404 }, "✗ 404 ×3", { kind: "edit", field: "url" }],
        [{ status: 503 }, "✗ 503 ×3", { kind: "replay" }],
      ] as const
    ).map(([last, text, fix]): [string, WebhookFacts, string, string, object] => [
      `target elsewhere: ${text}`,
      factsOf(
        { url: "https://ci.example/hook" },
        {},
        { activity: activity({ ok: false, status: null, ...last }, { failures: 3 }) },
      ),
      "target",
      text,
      fix,
    ]),
    [
      "quota",
      factsOf({}, {}, { activity: activity({}, { triggers: { used: 1000, limit: 1000 } }) }),
      "quota",
      "▲ over quota",
      { kind: "by-hand", text: "Wait until older triggers are 24 h old, or watch fewer items" },
    ],
    [
      "missing repo",
      factsOf(
        { url: "https://ci.example/hook" },
        {},
        {
          hub: realHub,
          activity: null,
          watched: [{ type: "dataset", name: "me/corpus", found: { value: false } }],
        },
      ),
      "repo",
      "▲ no such repo",
      { kind: "by-hand", text: "Correct the name, or use a token that can read it" },
    ],
    [
      "excluded domain",
      factsOf(
        { domains: ["discussion"] },
        {},
        { activity: null, seenEvents: [{ scope: "repo.content", action: "update" }] },
      ),
      "domain",
      "▲ domain",
      { kind: "add-domain", domain: "repo" },
    ],
  ])("names the cause: %s", (_, facts, id, text, fix) => {
    expect(firstFailed(facts)).toMatchObject({ id, text, fix });
  });

  it("says why failures are not counted after the webhook was enabled", () => {
    const facts = factsOf(
      { url: "https://ci.example/hook" },
      {},
      { activity: activity({ ok: false, status: 503 }, { failures: 0 }) },
    );
    expect(firstFailed(facts)).toMatchObject({
      text: "✗ 503",
      detail:
        "The last attempt got 503 12 s ago. Failures in a row are counted from when the webhook was enabled, without replays.",
    });
  });

  it.each(["/webhooks/", "/webhooks/a//b", "/webhooks/inbox%2F", "/webhooks/%00", "/webhooks/%ff"])(
    "is no missing route at %s, where no route can be",
    (path) => {
      expect(firstFailed(factsOf({ url: `http://127.0.0.1:7860${path}` }))).toMatchObject({
        id: "route",
        fix: { kind: "by-hand", text: "Point the webhook to /webhooks/inbox" },
      });
    },
  );

  it("is not a slash after a route", () => {
    const facts = factsOf({ url: "http://127.0.0.1:7860/webhooks/inbox/" });
    expect(firstFailed(facts).id).toBeUndefined();
  });

  it("is not a port where another program answers, and did so to the last attempt", () => {
    const facts = factsOf({ url: "http://127.0.0.1:9999/webhooks/inbox" }, {}, { answering: "program" });
    expect(firstFailed(facts).id).toBeUndefined();
  });

  it.each([
    [undefined, "It sends to port 9999; this receiver listens on port 7860."],
    ["nothing", "It sends to port 9999, where nothing listens; this receiver listens on port 7860."],
  ] as const)("is a port of a recent success where %j answers now", (answering, detail) => {
    const facts = factsOf(
      { url: "http://127.0.0.1:9999/webhooks/inbox" },
      {},
      answering === undefined ? {} : { answering },
    );
    expect(firstFailed(facts)).toMatchObject({ id: "address", text: "▲ port moved" });
    expect(firstFailed(facts).detail).toContain(detail);
    expect(resultOf(facts, "target")?.result).toBe("unknown");
  });

  it("is the port of this receiver where nothing, or another program, answers now", () => {
    const url = "http://localhost:7860/webhooks/inbox";
    const lost = factsOf({ url }, {}, { answering: "nothing" });
    expect(firstFailed(lost)).toMatchObject({
      id: "address",
      text: "✗ nobody listens",
      detail: "It sends to localhost:7860, where nothing listens; this receiver is at http://127.0.0.1:7860.",
      fix: { kind: "move", to: "http://127.0.0.1:7860/webhooks/inbox" },
    });
    expect(resultOf(lost, "target")?.result).toBe("unknown");
    expect(firstFailed(factsOf({}, {}, { answering: "program" }))).toMatchObject({
      text: "▲ other program",
      fix: { kind: "by-hand" },
    });
    expect(firstFailed(factsOf({}, {}, { answering: "receiver" })).id).toBeUndefined();
  });

  it("is a program of this machine that does not listen now, whatever it answered before", () => {
    const facts = factsOf({ url: "http://127.0.0.1:3000/hook" }, {}, { answering: "nothing" });
    expect(firstFailed(facts)).toMatchObject({
      id: "address",
      detail: "Nothing listens on 127.0.0.1:3000. Its last success was 12 s ago.",
      fix: { kind: "by-hand", text: "Start the program there" },
    });
    expect(resultOf(facts, "target")?.result).toBe("unknown");
  });

  it("is not a cause that was removed after the last attempt, which can be replayed", () => {
    const facts = factsOf(
      {},
      {},
      {
        activity: activity(
          { ok: false, status: 403 },
          { failures: 2, nextAttemptAt: new Date(factsOf().nowMs + 240_000).toISOString() },
        ),
      },
    );
    expect(firstFailed(facts).id).toBeUndefined();
    expect(resultOf(facts, "target")).toMatchObject({
      result: "unknown",
      detail: "The last attempt got 403 12 s ago, before the cause was removed; the next is in 4 min.",
      fix: { kind: "replay" },
    });
    expect(healthOf(facts)).toMatchObject({ text: "? retry", fix: { kind: "replay" } });
  });
});
