import { describe, expect, test } from "vitest";
import { EngineGoneError, RoleHeldError } from "../../../src/engine/errors.ts";
import { wireErrorSchema } from "../../../src/model/error-wire-schema.ts";
import { errorFromWire, errorToWire } from "../../../src/model/error-wire.ts";
import { HooklensError } from "../../../src/model/errors.ts";
import { StoreDamagedError, StoreFullError } from "../../../src/store/errors.ts";

function sent(error: unknown): Error {
  return errorFromWire(wireErrorSchema.parse(JSON.parse(JSON.stringify(errorToWire(error)))));
}

class FutureError extends HooklensError {
  readonly code = "from-the-future";
  readonly exitCode = 3;
}

describe("an error sent to another process", () => {
  test("comes back as its own class with the same line", () => {
    for (const error of [
      new StoreDamagedError({ what: "hooklens.db is damaged" }),
      new RoleHeldError({ what: "held", why: "process 1", hint: "Stop it" }),
      new EngineGoneError({ what: "gone" }),
    ]) {
      const back = sent(error);
      expect(back).toBeInstanceOf(error.constructor);
      expect(back).not.toBeInstanceOf(StoreFullError);
      expect(back.message).toBe(error.message);
    }
  });

  test("keeps code and exit code where this side does not know the class", () => {
    const back = sent(new FutureError({ what: "odd", hint: "Wait" }));
    expect(back).toBeInstanceOf(HooklensError);
    expect(back).toMatchObject({ code: "from-the-future", exitCode: 3, message: "odd. Wait." });
  });

  test("is a plain Error with the stack from there where it is a bug", () => {
    const bug = new TypeError("x is not a function");
    const back = sent(bug);
    expect(back).not.toBeInstanceOf(HooklensError);
    expect(back.message).toBe("x is not a function");
    expect(back.stack).toBe(bug.stack);
  });
});
