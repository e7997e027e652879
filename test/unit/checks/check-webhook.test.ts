import { describe, expect, it } from "vitest";
import { checkWebhook, healthOf } from "../../../src/checks/check-webhook.ts";
import { cureCommand, cureText } from "../../../src/checks/cure.ts";
import type { WebhookFacts } from "../../../src/checks/facts.ts";
import { foldChecks } from "../../../src/checks/fold-checks.ts";
import { hourOf, type LastRun } from "../../../src/model/webhook-activity.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { activity, factsOf, realHub, webhook } from "./facts.ts";

/** Returns the first failed check with its cure, and the health. */
function firstFailed(facts: WebhookFacts) {
  const found = checkWebhook(facts).find(({ result }) => result === "failed");
  const { text, tone, failed } = healthOf(facts);
  expect(failed).toBe(found?.id ?? null);
  return { id: found?.id, detail: found?.detail, cure: found?.cure, text, tone };
}

function resultOf(facts: WebhookFacts, wanted: string) {
  return checkWebhook(facts).find(({ id }) => id === wanted);
}

const tunnel = "https://new.ngrok.app";
const old = "https://old.ngrok.app";

describe("a webhook without problems", () => {
  it("passes all checks that apply", () => {
    expect(checkWebhook(factsOf()).map(({ id, result }) => `${id} ${result}`)).toEqual([
      "enabled ok",
      "address ok",
      "receiver ok",
      "route ok",
      "secret ok",
      "tunnel skipped",
      "reach ok",
      "handler ok",
      "target ok",
      "quota skipped",
      "repo ok",
      "domain ok",
      "event ok",
    ]);
    expect(healthOf(factsOf())).toMatchObject({ text: "✓", tone: "ok", cure: null });
  });

  it("that starts a Job needs no receiver", () => {
    const facts = factsOf({ url: null, job: { id: "1" } }, { stopped: "no process" });
    expect(firstFailed(facts).id).toBeUndefined();
    expect(resultOf(facts, "route")).toMatchObject({ result: "skipped", detail: "It starts a Job." });
  });

  it.each<[stage: LastRun["stage"], message: string | null, text: string, detail: string]>([
    ["COMPLETED", null, "✓", "The last run succeeded 12 s ago."],
    ["RUNNING", null, "▶ running", "Run r1 was started 12 s ago."],
    ["ERROR", "exit code 7", "✗ exit 7", "The last run failed 12 s ago: exit code 7 (run r1)."],
    [
      "ERROR",
      "it ran longer than 60 s",
      "✗ run failed",
      "The last run failed 12 s ago: it ran longer than 60 s (run r1).",
    ],
  ])("that starts a Job follows its run: %s %s", (stage, message, text, detail) => {
    const last = activity({ status: null });
    const run = { id: "r1", stage, message, at: last.last?.at ?? "" };
    const facts = factsOf({ url: null, job: { id: "1" } }, {}, { activity: { ...last, run } });
    expect(healthOf(facts).text).toBe(text);
    expect(resultOf(facts, "target")?.detail).toBe(detail);
  });

  it("that sends elsewhere needs no receiver either", () => {
    expect(firstFailed(factsOf({ url: "https://ci.example/hook" }, { stopped: "no process" })).id).toBe(
      undefined,
    );
  });
});

describe("the first check that fails", () => {
  it.each<[name: string, facts: WebhookFacts, id: string, text: string, cure: object | null]>([
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
      factsOf({}, { stopped: "no process holds its role" }),
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
      { kind: "by-hand", text: "Let the webhook send to /webhooks/inbox" },
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
          { kind: "replay", first: "Let the program there respond before it does its work" },
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
    ).map(([last, text, cure]): [string, WebhookFacts, string, string, object] => [
      `target elsewhere: ${text}`,
      factsOf(
        { url: "https://ci.example/hook" },
        {},
        { activity: activity({ ok: false, status: null, ...last }, { failures: 3 }) },
      ),
      "target",
      text,
      cure,
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
  ])("names the cause: %s", (_, facts, id, text, cure) => {
    expect(firstFailed(facts)).toMatchObject({ id, text, cure });
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

  it("is not a port where another receiver answers", () => {
    expect(firstFailed(factsOf({ url: "http://127.0.0.1:9999/webhooks/inbox" })).id).toBeUndefined();
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
      cure: { kind: "replay" },
    });
    expect(healthOf(facts)).toMatchObject({ text: "? retry", cure: { kind: "replay" } });
  });
});

describe("the checks that do not apply", () => {
  const titles = (own: Partial<Webhook>) =>
    foldChecks(checkWebhook(factsOf(own)))
      .filter(({ check }) => check?.result === "skipped")
      .map(({ title, check }) => `${title}: ${check?.detail}`);

  it("share a line if they do so for the same reason", () => {
    expect(titles({ url: "https://ci.example/hook" })).toEqual([
      "receiver, route, secret, tunnel, handler: It sends elsewhere.",
      "quota: The hub limits no triggers, or counted none yet.",
    ]);
    expect(titles({ url: null, job: { id: "1" } })[0]).toBe(
      "address, receiver, route, secret, tunnel, reach, handler: It starts a Job.",
    );
  });
});

describe("a webhook whose last attempt succeeded", () => {
  const hour = hourOf(factsOf().nowMs);

  it("is not well while others wait for another attempt", () => {
    const nextAttemptAt = new Date(factsOf().nowMs + 240_000).toISOString();
    const facts = factsOf({}, {}, { activity: activity({}, { waiting: 5, nextAttemptAt }) });
    expect(firstFailed(facts)).toMatchObject({ id: undefined, text: "▲ 5 wait", tone: "warn" });
    expect(resultOf(facts, "target")).toMatchObject({
      result: "warning",
      detail: "The last attempt got 200 12 s ago. But 5 dispatches still wait; the next attempt is in 4 min.",
    });
  });

  it("recovers if many attempts failed shortly before", () => {
    const hours = [{ hour, attempts: 50, failed: 46 }];
    const facts = factsOf({}, {}, { activity: activity({}, { hours }) });
    expect(healthOf(facts)).toMatchObject({ text: "▲ recovering", tone: "warn" });
    expect(healthOf(facts).detail).toContain("46 of the 50 attempts of this hour and the last failed.");
  });

  it.each([
    ["few attempts failed", { hour, attempts: 50, failed: 4 }],
    ["they failed earlier", { hour: hour - 2, attempts: 50, failed: 46 }],
  ])("is well if %s", (_, counted) => {
    const facts = factsOf({}, {}, { activity: activity({}, { hours: [counted] }) });
    expect(healthOf(facts)).toMatchObject({ text: "✓", tone: "ok" });
  });
});

describe("what cannot be known", () => {
  it("is unknown on the real Hub, with the reason", () => {
    const facts = factsOf(
      { url: "https://ci.example/hook" },
      {},
      {
        hub: realHub,
        activity: null,
        watched: [
          {
            type: "kernel",
            name: "me/k",
            found: { unknown: "huggingface.co does not tell whether kernel:me/k exists" },
          },
        ],
      },
    );
    const unknowns = checkWebhook(facts).filter(({ result }) => result === "unknown");
    expect(unknowns.map(({ id }) => id)).toEqual(["target", "quota", "repo", "event"]);
    for (const { detail } of unknowns) expect(detail).toContain("huggingface.co");
    expect(healthOf(facts).text).toBe("– none seen");
  });

  it("is skipped while nobody has asked for it", () => {
    const {
      activity: _,
      secretAccepted: __,
      failed: ___,
      watched: ____,
      seenEvents: _____,
      ...few
    } = factsOf();
    const skipped = checkWebhook({ ...few, webhook: { ...few.webhook, domains: ["repo"] } });
    expect(skipped.filter(({ result }) => result === "skipped").map(({ id }) => id)).toEqual([
      "secret",
      "tunnel",
      "handler",
      "target",
      "quota",
      "repo",
      "domain",
      "event",
    ]);
  });

  it("ends with the event that has not happened yet", () => {
    const facts = factsOf({}, {}, { activity: null });
    expect(firstFailed(facts).id).toBeUndefined();
    expect(resultOf(facts, "event")).toMatchObject({ result: "unknown", cure: { kind: "trigger" } });
  });
});

describe("a cure", () => {
  it("has a command that can be pasted, without a secret", () => {
    const commands = [
      cureCommand({ kind: "enable" }, webhook),
      cureCommand({ kind: "move", to: "http://127.0.0.1:1/webhooks/a b" }, webhook),
      cureCommand({ kind: "put-secret", route: "inbox" }, { ...webhook }),
      cureCommand({ kind: "add-domain", domain: "repo" }, { ...webhook, domains: ["discussion"] }),
    ];
    expect(commands).toEqual([
      `hooklens webhooks enable ${webhook.id}`,
      `hooklens webhooks update ${webhook.id} --url 'http://127.0.0.1:1/webhooks/a b'`,
      `hooklens webhooks update ${webhook.id} --secret -, and type the secret of the route inbox`,
      `hooklens webhooks update ${webhook.id} --domain discussion --domain repo`,
    ]);
    expect(cureText({ kind: "put-secret", route: "inbox" })).toBe(
      "Put the receiver's secret into the webhook",
    );
  });
});
