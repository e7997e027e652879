import { describe, expect, it } from "vitest";
import { checkWebhook, healthOf } from "../../../src/checks/check-webhook.ts";
import { groupChecks } from "../../../src/checks/group-checks.ts";
import { hourOf, type LastRun } from "../../../src/model/webhook-activity.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { activity, factsOf, firstFailed, realHub, resultOf } from "./facts.ts";

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
    expect(healthOf(factsOf())).toMatchObject({ text: "✓", tone: "ok", fix: null });
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

describe("a webhook that sends to another port", () => {
  const url = "http://127.0.0.1:9999/webhooks/inbox";
  const detailOf = (startedAt: string) => healthOf(factsOf({ url }, { startedAt })).detail;

  it("tells a success from before this receiver started as past", () => {
    expect(detailOf("2026-11-22T11:59:50Z")).toBe(
      "It sends to port 9999; this receiver listens on port 7860. Its last success, 12 s ago, was before this receiver started.",
    );
  });

  it.each([
    ["the receiver moved", { url }, {}],
    ["the receiver stopped", {}, { stopped: "neither the app nor hooklens receive is open" }],
    [
      "the tunnel has another URL",
      { url: "https://old.ngrok.app/x" },
      { tunnelUrls: ["https://old.ngrok.app"] },
    ],
  ])("has no ✓ from a former success if %s", (_, own, receiver) => {
    const facts = factsOf(own, { startedAt: "2026-11-22T11:59:50Z", ...receiver });
    expect(firstFailed(facts).id).toBeDefined();
    expect(resultOf(facts, "target")).toMatchObject({
      result: "unknown",
      detail: "The last attempt got 200 12 s ago.",
    });
  });

  it("has another program there if an attempt succeeded since this receiver started", () => {
    const facts = factsOf({ url }, { startedAt: "2026-11-22T11:59:00Z" }, { answering: "program" });
    expect(firstFailed(facts).id).toBeUndefined();
    expect(healthOf(facts)).toMatchObject({
      text: "▲ other port",
      tone: "warn",
      detail: expect.stringContaining("Its last success there was 12 s ago."),
      fix: { kind: "move", to: "http://127.0.0.1:7860/webhooks/inbox" },
    });
  });
});

describe("a webhook whose address changed after its last attempt", () => {
  const target = "https://old.example/hook";

  it("is not one whose attempts name its URL without the credential", () => {
    const facts = factsOf(
      { url: "https://a.example/hook?token=1" },
      {},
      { activity: activity({ target: "https://a.example/hook?token=[redacted]" }) },
    );
    expect(healthOf(facts).text).toBe("✓");
  });

  it.each([
    [
      { ok: true, status: 200 },
      "The last attempt got 200 12 s ago, at a former address of this webhook.",
      null,
    ],
    [
      { ok: false, status: null, error: "ENOTFOUND" },
      "The last attempt failed 12 s ago (there is no host with this name), at a former address of this webhook.",
      { kind: "replay" },
    ],
  ])("has neither its success nor its failure: %j", (last, detail, fix) => {
    const facts = factsOf(
      { url: "https://new.example/hook" },
      {},
      { activity: activity({ ...last, target }) },
    );
    expect(healthOf(facts)).toMatchObject({ text: "? not tried", tone: "muted", failed: null, detail });
    expect(healthOf(facts).fix).toEqual(fix);
  });

  it("has the result of an attempt at its present address", () => {
    const facts = factsOf({ url: target }, {}, { activity: activity({ target }) });
    expect(healthOf(facts).text).toBe("✓");
  });
});

describe("the checks that do not apply", () => {
  const titles = (own: Partial<Webhook>) =>
    groupChecks(checkWebhook(factsOf(own)))
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

  it("is slow if the response took more than half the time of an attempt", () => {
    const facts = factsOf({}, {}, { activity: activity({ durationMs: 8_200 }) });
    expect(healthOf(facts)).toMatchObject({ text: "▲ slow · 8.2 s", tone: "warn" });
    expect(healthOf(facts).detail).toContain("the response took 8.2 s");
  });

  it("recovers if many attempts failed shortly before", () => {
    const hours = [{ hour, attempts: 50, failed: 46 }];
    const facts = factsOf({}, {}, { activity: activity({}, { hours }) });
    expect(healthOf(facts)).toMatchObject({ text: "▲ recovering", tone: "warn" });
    expect(healthOf(facts).detail).toContain(
      "got 200 12 s ago. Before it, 46 of 50 attempts in this and the previous hour failed.",
    );
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

  it("is not a success because a delivery came before", () => {
    const reached = factsOf({}, {}, { hub: realHub });
    expect(resultOf(reached, "reach")).toMatchObject({
      result: "unknown",
      detail: expect.stringMatching(/cannot reach 127\.0\.0\.1.*its last delivery came 12 s ago\.$/),
      fix: { kind: "open-tunnel" },
    });
    expect(healthOf(reached).text).toBe("? unreachable");

    const found = { unknown: "the hub does not tell" };
    const watched = [{ type: "dataset", name: "me/corpus", found }] as const;
    expect(resultOf(factsOf({}, {}, { watched }), "repo")?.result).toBe("unknown");

    const old = "https://quiet-sea-17.trycloudflare.com";
    const moved = factsOf({ url: `${old}/webhooks/inbox` }, { tunnelUrls: [old] });
    expect(resultOf(moved, "address")?.result).toBe("unknown");

    const none = factsOf({}, {}, { activity: null });
    expect(resultOf(none, "handler")?.result).toBe("skipped");
  });

  it("ends with the event that has not happened yet", () => {
    const facts = factsOf({}, {}, { activity: null });
    expect(firstFailed(facts).id).toBeUndefined();
    expect(resultOf(facts, "event")).toMatchObject({ result: "unknown", fix: { kind: "trigger" } });
  });
});
