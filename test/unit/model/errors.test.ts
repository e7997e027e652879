import { describe, expect, it } from "vitest";
import {
  defineError,
  HooklensError,
  isHooklensError,
  NotFoundError,
  UsageError,
} from "../../../src/model/errors.ts";

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
    const error = new UsageError({ what: "a", why: "b", hint: "c", cause });
    expect(error).toMatchObject({ name: "UsageError", what: "a", why: "b", hint: "c", cause });
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

describe("defineError", () => {
  const StoreFullError = defineError("store-full", 3);

  it("makes a class with its code, exit code and name", () => {
    const error = new StoreFullError({ what: "the disk is full" });
    expect(error).toMatchObject({ code: "store-full", exitCode: 3, name: "StoreFullError" });
    expect([StoreFullError.code, StoreFullError.exitCode]).toEqual(["store-full", 3]);
  });

  it("compares codes in instanceof", () => {
    const relayed = new (defineError("store-full", 3))({ what: "x" });
    expect(relayed).toBeInstanceOf(StoreFullError);
    expect(new UsageError({ what: "x" })).not.toBeInstanceOf(StoreFullError);
    expect(new Error("x")).not.toBeInstanceOf(StoreFullError);
  });

  it("compares classes in instanceof of a subclass", () => {
    class HandlerNameError extends UsageError {}
    expect(new HandlerNameError({ what: "x" })).toBeInstanceOf(UsageError);
    expect(new HandlerNameError({ what: "x" })).toBeInstanceOf(HandlerNameError);
    expect(new UsageError({ what: "x" })).not.toBeInstanceOf(HandlerNameError);
  });
});
