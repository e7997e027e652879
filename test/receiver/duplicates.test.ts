import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { duplicateKey } from "../../src/receiver/duplicate-key.ts";
import { markAllDuplicates } from "../../src/store/sqlite/deliveries/search/indexer.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { fullPayload } from "../support/sample-payload.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/payloads");

/** Returns the full payload with one field set by its path. */
function changed(path: string, value: unknown): Record<string, unknown> {
  const payload = structuredClone(fullPayload());
  const keys = path.split(".");
  let at: Record<string, unknown> = payload;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[keys.at(-1) ?? ""] = value;
  return payload;
}

describe("the key of a payload", () => {
  test.each([
    ["webhook.id", "6390e855e30d9209411de93c"],
    ["event.scope", "repo"],
    ["event.action", "create"],
    ["repo.id", "621ffdd236468d709f18200f"],
    ["repo.headSha", null],
    ["updatedRefs", []],
    ["updatedRefs.0.newSha", "ce9a4674fa833a68d5a73ec355f0ea95eedd60b7"],
    ["updatedRefs.1.ref", "refs/tags/v2"],
    ["repo.name", "me/renamed"],
    ["repo.private", true],
    ["updatedConfig.private", false],
    ["updatedConfig", {}],
    ["updatedConfig.gated", "auto"],
    ["movedTo.name", "acme/renamed"],
    ["movedTo.owner", { id: "61d2000c3c2083e1c08af22e" }],
    ["discussion.id", "639885d811ae2bad2b7ba462"],
    ["discussion.title", "Fix the license"],
    ["discussion.status", "closed"],
    ["discussion.pinned", true],
    ["discussion.changes.base", "refs/heads/v2"],
    ["discussion.changes.mergeCommitId", "ce9a4674fa833a68d5a73ec355f0ea95eedd60b7"],
    ["comment.id", "6398872887bfcfb93a306f19"],
    ["comment.content", "This adds an env key."],
    ["comment.hidden", true],
  ])("is another one with another %s", (path, value) => {
    expect(duplicateKey(null, changed(path, value)).dedupeKey).not.toBe(
      duplicateKey(null, fullPayload()).dedupeKey,
    );
  });

  test.each([
    ["repo.tags", ["fr"]],
    ["repo.url.web", "https://hub.example/datasets/me/corpus"],
    ["discussion.author", { id: "61d2000c3c2083e1c08af22e" }],
    ["updatedConfig.nested", { deep: [1] }],
    ["extra", { deep: [1] }],
  ])("is the same with another %s", (path, value) => {
    expect(duplicateKey(null, changed(path, value))).toEqual(duplicateKey(null, fullPayload()));
  });

  test("differs between all the events of the fixtures, and counts for ten minutes", () => {
    const keys = readdirSync(fixtures).map((name) =>
      duplicateKey(null, JSON.parse(readFileSync(join(fixtures, name), "utf8"))),
    );
    expect(new Set(keys.map(({ dedupeKey }) => dedupeKey)).size).toBe(keys.length);
    for (const { dedupeWithinMs } of keys) expect(dedupeWithinMs).toBe(600_000);
  });

  test("is the sender's id where there is one, whatever the payload, and counts for ever", () => {
    expect(duplicateKey("msg_1", fullPayload())).toEqual(duplicateKey("msg_1", {}));
    expect(duplicateKey("msg_1", {}).dedupeWithinMs).toBeNull();
    expect(duplicateKey("msg_1", {}).dedupeKey).not.toBe(duplicateKey("msg_2", {}).dedupeKey);
  });

  test.each([
    ["{}", {}],
    ["null", null],
    ["an array", [1]],
    ["other fields", { id: "1", hello: "world" }],
    ["the fields with values that are no texts", { event: "update", repo: { id: 7 }, updatedRefs: {} }],
  ])("of %s is none: it is like no other", (_, payload) => {
    expect(duplicateKey(null, payload)).toEqual({ dedupeKey: null, dedupeWithinMs: null });
  });

  test("takes refs and settings that are nested without end", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    const payload = { ...fullPayload(), updatedRefs: [deep], updatedConfig: { deep } };
    expect(duplicateKey(null, payload).dedupeKey).not.toBeNull();
  });
});

test("what the real Hub sends twice within ten minutes is marked, never dropped", async () => {
  let nowMs = Date.UTC(2026, 10, 20);
  const receiver = await openReceiver({ now: () => nowMs });
  const deliver = async (payload: unknown, laterMs: number): Promise<number> => {
    nowMs += laterMs;
    const body = JSON.stringify(payload);
    return (await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body })).status;
  };
  const statuses = [
    await deliver(fullPayload(), 0),
    await deliver(changed("extra", "sent again"), 599_000),
    await deliver(changed("comment.content", "Another"), 0),
    await deliver({}, 0),
    await deliver({}, 0),
    await deliver(fullPayload(), 2_000),
    await deliver(fullPayload(), 1_000),
  ];
  expect(new Set(statuses)).toEqual(new Set([200]));
  await markAllDuplicates(receiver.dataDir, receiver.log);
  const rows = (await receiver.rows()).toSorted((one, other) => one.seq - other.seq);
  expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, 1, null, null, null, null, 6]);
});

test("consecutive changes are no duplicates: a repo made private and public, a title edited twice", async () => {
  const receiver = await openReceiver();
  const privacy = (isPrivate: boolean): Record<string, unknown> => {
    const { event, repo, webhook } = changed("repo.private", isPrivate);
    return {
      event: { ...(event as object), scope: "repo.config" },
      repo,
      webhook,
      updatedConfig: { private: isPrivate },
    };
  };
  const titled = (title: string): Record<string, unknown> => {
    const { repo, webhook, discussion } = changed("discussion.title", title);
    return { event: { scope: "discussion", action: "update" }, repo, webhook, discussion };
  };
  for (const payload of [
    privacy(true),
    privacy(false),
    titled("Fix the lisence"),
    titled("Fix the license"),
  ]) {
    await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body: JSON.stringify(payload) });
  }
  await markAllDuplicates(receiver.dataDir, receiver.log);
  expect((await receiver.rows()).map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, null, null]);
});
