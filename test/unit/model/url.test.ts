import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { parseWebhookUrl } from "../../../src/model/url.ts";

function errorOf(text: string): UsageError {
  try {
    parseWebhookUrl(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`"${text}" can be read`);
}

describe("parseWebhookUrl", () => {
  it.each([
    "https://example.org/hook",
    "http://127.0.0.1:7860/webhooks/inbox",
    "http://[::1]:7860/",
    "HTTPS://Example.org/Hook?x=1#y",
    "https://bücher.example/",
  ])("takes %s as typed", (url) => {
    expect(parseWebhookUrl(` ${url} `)).toBe(url);
  });

  it.each([
    ["", "is not a URL", "https://example.org/hook"],
    ["example.org/hook", "is not a URL", "https://example.org/hook"],
    ["https://", "is not a URL", "https://example.org/hook"],
    ["https:example.org", "is not a URL", "https://example.org/hook"],
    ["https:/example.org", "is not a URL", "https://example.org/hook"],
    ["https://exa\nmple.org/", "is not a URL", "https://example.org/hook"],
    ["https://example.org/a b", "is not a URL", "https://example.org/hook"],
    ["ftp://example.org/", "cannot receive webhooks", "https://"],
    ["localhost:3000/hook", "cannot receive webhooks", "http://"],
    ["javascript:alert(1)", "cannot receive webhooks", "https://"],
  ])("refuses %j", (text, what, hint) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ code: "usage", exitCode: 2 });
    expect(error.what).toContain(what);
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain("\n");
  });

  it("refuses a password without repeating it", () => {
    const error = errorOf("https://me:hunter2@example.org/hook");
    expect(error.what).toContain('"example.org" has a user name or password');
    expect(error.message).not.toContain("hunter2");
  });
});
