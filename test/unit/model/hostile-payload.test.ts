import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPayload } from "../../../src/model/payload-read.ts";
import { requestText } from "../../../src/model/search-tokens.ts";
import { jsonDocument, lineOf } from "../../../src/text/json-document.ts";
import { machineJson } from "../../../src/text/machine-json.ts";
import { visible } from "../../../src/text/visible.ts";

const body = readFileSync(new URL("../../../fixtures/hostile/payload.json", import.meta.url));
const payload: unknown = JSON.parse(body.toString("utf8"));
const escape = String.fromCodePoint(0x1b);

describe("a hostile payload", () => {
  it("ignores the __proto__ of a payload", () => {
    expect(readPayload(payload)).toEqual({
      event: { scope: "discussion.comment", action: "create" },
      repo: { type: "dataset", name: `me/corpus${escape}[2J` },
      webhookId: "6390e855e30d9209411de93b",
      subject: expect.stringMatching(/^#3 .* Fix the licence · one/s),
      schemaValid: true,
    });
  });

  it("is laid out as it was written, as inert text", () => {
    const json = jsonDocument(body.toString("utf8"));
    const lines = json?.parents.map((_, index) => lineOf(json.shown, index)) ?? [];
    expect(lines.map(visible)).toEqual(lines);
    expect(lines).toContain('"__proto__": {');
    expect(lines.join("\n")).toContain(String.raw`\u001b]52;c;cm0gLXJmIH4K\u0007 Fix the licence`);
    expect(lines.join("\n")).toContain(String.raw`"\u202efr"`);
  });

  it("is the same value again as JSON for machines", () => {
    expect(JSON.parse(machineJson(payload, 2))).toEqual(payload);
    expect(machineJson(payload)).toMatch(/^(?:[ -~]|\u0301)*$/);
  });

  it("is found by its words, between the escapes", () => {
    const text = requestText({ body, headers: [] });
    expect(text).toContain("title 52 c cm0glxjmih4k fix the licence status open");
    expect(text).toContain("content one two three 0 unterminated é");
  });
});
