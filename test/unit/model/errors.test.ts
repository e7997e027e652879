import { describe, expect, it } from "vitest";
import { HooklensError, isHooklensError, NotFoundError, UsageError } from "../../../src/model/errors.ts";
import { WebhookUrlError } from "../../../src/model/url.ts";

describe("HooklensError", () => {
  it.each([
    [{ what: "port 7860 is taken" }, "port 7860 is taken."],
    [{ what: "port 7860 is taken", why: "EADDRINUSE" }, "port 7860 is taken (EADDRINUSE)."],
    [
      { what: "port 7860 is taken", why: "EADDRINUSE", hint: "Choose another with --port" },
      "port 7860 is taken (EADDRINUSE). Choose another with --port.",
    ],
    [{ what: "no\n such  thing", hint: "Look\r\nagain" }, "no such  thing. Look again."],
  ])("says %j on one line", (parts, message) => {
    expect(new UsageError(parts).message).toBe(message);
  });

  it("keeps its parts, its class's name and its cause", () => {
    const cause = new Error("below");
    const error = new WebhookUrlError({ what: "a", why: "b", hint: "c", cause });
    expect(error).toMatchObject({ name: "WebhookUrlError", what: "a", why: "b", hint: "c", cause });
    expect(error).toBeInstanceOf(HooklensError);
    expect("cause" in new UsageError({ what: "a" })).toBe(false);
  });
});

describe("isHooklensError", () => {
  it("knows ours, and ours from another copy of the package", () => {
    const foreign = Object.assign(new Error("x"), { code: "usage", exitCode: 2, what: "x" });
    expect([new NotFoundError({ what: "x" }), foreign].map(isHooklensError)).toEqual([true, true]);
  });

  it.each([
    [new Error("x")],
    [Object.assign(new Error("x"), { code: "ENOENT" })],
    [null],
    ["usage"],
    [{ code: 1 }],
  ])("is not %j", (error) => {
    expect(isHooklensError(error)).toBe(false);
  });
});
