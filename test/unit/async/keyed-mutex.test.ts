import { expect, test } from "vitest";
import { createKeyedMutex } from "../../../src/async/keyed-mutex.ts";

test("runs work of one key in order, after failures too, and other keys at once", async () => {
  const locked = createKeyedMutex();
  const seen: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, ends: Promise<string>) => async () => {
    seen.push(`${name} begins`);
    const result = await ends;
    seen.push(`${name} ends`);
    return result;
  };
  const a = locked("one", work("a", first.promise));
  const b = locked("one", () => Promise.reject(new RangeError("mine")));
  const c = locked("one", work("c", Promise.resolve("c")));
  expect(await locked("other", work("d", Promise.resolve("d")))).toBe("d");
  expect(seen).toEqual(["a begins", "d begins", "d ends"]);
  first.resolve("a");
  expect(await a).toBe("a");
  await expect(b).rejects.toThrow(new RangeError("mine"));
  expect(await c).toBe("c");
  expect(seen.slice(3)).toEqual(["a ends", "c begins", "c ends"]);
});
