import { expect, test } from "vitest";
import { oneAtATime } from "../../../src/localhub/repos/one-at-a-time.ts";

test("work of a lane begins when the one before has ended, however it ended, and other lanes go on", async () => {
  const inTurn = oneAtATime();
  const seen: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, ends: Promise<string>) => async () => {
    seen.push(`${name} begins`);
    const result = await ends;
    seen.push(`${name} ends`);
    return result;
  };
  const a = inTurn("one", work("a", first.promise));
  const b = inTurn("one", () => Promise.reject(new RangeError("mine")));
  const c = inTurn("one", work("c", Promise.resolve("c")));
  expect(await inTurn("other", work("d", Promise.resolve("d")))).toBe("d");
  expect(seen).toEqual(["a begins", "d begins", "d ends"]);
  first.resolve("a");
  expect(await a).toBe("a");
  await expect(b).rejects.toThrow(new RangeError("mine"));
  expect(await c).toBe("c");
  expect(seen.slice(3)).toEqual(["a ends", "c begins", "c ends"]);
});
