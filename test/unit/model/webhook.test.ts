import { describe, expect, it } from "vitest";
import { webhookFromWire, webhookSchema } from "../../../src/model/webhook.ts";

const wire = {
  id: "6390e855e30d9209411de93b",
  url: "https://example.org/hook",
  watched: [{ type: "dataset", name: "me/corpus" }],
  domains: ["repo"],
  secret: "s3cret",
  disabled: false,
};

describe("webhookSchema", () => {
  it("lets unknown fields and newer kinds pass", () => {
    const newer = {
      ...wire,
      watched: [{ type: "kernel", name: "me/k", since: 1 }],
      domains: ["kernel"],
      more: 1,
    };
    expect(webhookSchema.parse(newer)).toEqual(newer);
  });

  it("takes null for what is absent", () => {
    const { id, watched } = wire;
    const bare = { id, watched, url: null, job: null, domains: null, secret: null, disabled: null };
    expect(webhookFromWire(webhookSchema.parse(bare))).toEqual(
      webhookFromWire(webhookSchema.parse({ id, watched })),
    );
  });

  it.each(["id", "watched"] as const)("refuses a webhook without %s", (field) => {
    expect(webhookSchema.safeParse({ ...wire, [field]: undefined }).success).toBe(false);
  });
});

describe("webhookFromWire", () => {
  it("is the webhook as we show it", () => {
    expect(webhookFromWire(wire)).toEqual({
      id: "6390e855e30d9209411de93b",
      url: "https://example.org/hook",
      job: null,
      watched: [{ type: "dataset", name: "me/corpus" }],
      domains: ["repo"],
      secret: "s3cret",
      status: "enabled",
      disabled: false,
      suspended: false,
    });
  });

  it.each([
    [false, { status: "enabled", disabled: false, suspended: false }],
    [null, { status: "enabled", disabled: false, suspended: false }],
    [true, { status: "disabled", disabled: true, suspended: false }],
    ["suspended-after-failure", { status: "disabled", disabled: true, suspended: true }],
    ["a-newer-reason", { status: "disabled", disabled: true, suspended: true }],
  ])("disabled %j is %j", (disabled, state) => {
    expect(webhookFromWire({ ...wire, disabled })).toMatchObject(state);
  });

  it("takes both spellings of the discussion domain, and keeps newer ones", () => {
    expect(webhookFromWire({ ...wire, domains: ["discussions", "repo", "kernel"] }).domains).toEqual([
      "discussion",
      "repo",
      "kernel",
    ]);
  });

  it("names the source Job where the hub tells it", () => {
    const job = { dockerImage: "python:3.12", command: ["python"] };
    expect(webhookFromWire({ ...wire, url: null, job, jobSourceId: "687f" }).job).toEqual({
      id: "687f",
      ...job,
    });
    expect(webhookFromWire({ ...wire, url: null, jobSourceId: "687f" }).job).toEqual({ id: "687f" });
    expect(webhookFromWire({ ...wire, url: null, job }).job).toEqual(job);
  });
});
