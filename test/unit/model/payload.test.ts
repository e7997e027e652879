import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { payloadSchemaFile, payloadSchemaText } from "../../../scripts/write-payload-schema.ts";
import { webhookPayloadSchema } from "../../../src/model/payload.ts";
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

  it("takes null for what is optional", () => {
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

describe("schemas/webhook-payload.schema.json", () => {
  it("is what scripts/write-payload-schema.ts writes", () => {
    expect(readFileSync(payloadSchemaFile, "utf8")).toBe(payloadSchemaText());
  });
});

function repoOf(payload: Record<string, unknown>): object {
  return typeof payload["repo"] === "object" && payload["repo"] !== null ? payload["repo"] : {};
}
