import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { payloadSchemaFile, payloadSchemaText } from "../../../scripts/write-payload-schema.ts";
import { violationsOf, webhookPayloadSchema } from "../../../src/model/payload.ts";
import { fullPayload } from "../../support/sample-payload.ts";

describe("webhookPayloadSchema", () => {
  it("keeps everything it is given", () => {
    const payload = {
      ...fullPayload(),
      updatedFiles: ["a"],
      repo: { ...repoOf(fullPayload()), xetEnabled: true },
    };
    expect(webhookPayloadSchema.parse(payload)).toEqual(payload);
  });

  it("accepts null for optional fields", () => {
    const payload = { ...fullPayload(), discussion: null, comment: null, movedTo: null, updatedRefs: null };
    expect(webhookPayloadSchema.parse(payload)).toEqual(payload);
  });

  it.each(["event", "repo", "webhook"])("refuses a payload without %s", (part) => {
    const payload = fullPayload();
    delete payload[part];
    const issues = webhookPayloadSchema.safeParse(payload).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toEqual([[part]]);
  });

  it("refuses the older version, whose event is a text", () => {
    expect(webhookPayloadSchema.safeParse({ ...fullPayload(), event: "update" }).success).toBe(false);
  });
});

describe("violationsOf", () => {
  const full = fullPayload();

  it("finds none in what the Hub sends", () => {
    expect(violationsOf(full)).toEqual([]);
  });

  it.each([
    ["a list", [1, 2, 3], ["the payload is not an object"]],
    ["nothing", {}, ["event is missing", "repo is missing", "webhook is missing"]],
    ["a text for the event", { ...full, event: "update" }, ["event is not an object"]],
    [
      "fields of a wrong type, missing, null and empty",
      {
        ...full,
        event: { action: 1, scope: "" },
        repo: { ...repoOf(full), url: undefined, private: "no", owner: null },
        webhook: { id: "6390e855e30d9209411de93b", version: "3" },
      },
      [
        "event.action is not a string",
        "event.scope is empty",
        "repo.private is not a boolean",
        "repo.owner is not an object",
        "repo.url is missing",
        "webhook.version is not a number",
      ],
    ],
    ["an item", { ...full, updatedRefs: [{ ref: "r" }, { ref: 1 }] }, ["updatedRefs.1.ref is not a string"]],
    [
      "a field that is only inherited",
      { ...full, event: JSON.parse('{"__proto__": {"action": "update", "scope": "repo"}}') },
      ["event.action is missing", "event.scope is missing"],
    ],
  ])("names what %s breaks", (_, payload, violations) => {
    expect(violationsOf(payload).map(({ text }) => text)).toEqual(violations);
  });

  it("names twenty, and counts the rest", () => {
    const violations = violationsOf({ ...full, updatedRefs: Array.from({ length: 1_234 }, () => 1) });
    expect(violations).toHaveLength(21);
    expect(violations.at(-1)).toEqual({ path: [], text: "1,214 more" });
    expect(violations[3]).toEqual({ path: ["updatedRefs", 3], text: "updatedRefs.3 is not an object" });
  });
});

describe("schemas/webhook-payload.schema.json", () => {
  it("is what scripts/write-payload-schema.ts writes", () => {
    expect(readFileSync(payloadSchemaFile, "utf8")).toBe(payloadSchemaText());
  });
});

function repoOf(payload: Record<string, unknown>): object {
  return typeof payload["repo"] === "object" && payload["repo"] !== null ? payload["repo"] : {};
}
