import { describe, expect, it } from "vitest";
import { isFailure } from "../../../src/model/delivery.ts";

describe("isFailure", () => {
  it.each([
    [{ outcome: "failed", status: null }, true],
    [{ outcome: "rejected", status: 403 }, true],
    [{ outcome: "interrupted", status: null }, true],
    [{ outcome: "superseded", status: null }, false],
    [{ outcome: "handled", status: 400 }, true],
    [{ outcome: "handled", status: 399 }, false],
    [{ outcome: "accepted", status: 200 }, false],
    [{ outcome: "pending", status: null }, false],
  ] as const)("of %j is %s", (delivery, expected) => {
    expect(isFailure(delivery)).toBe(expected);
  });
});
