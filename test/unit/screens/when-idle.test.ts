import { describe, expect, it } from "vitest";
import { createCalm } from "../../../src/screens/when-idle.ts";
import { handClock } from "../../support/hand-clock.ts";

function start() {
  const clock = handClock();
  const passed: number[] = [];
  return { clock, passed, calm: createCalm<number>((value) => passed.push(value), clock) };
}

describe("createCalm", () => {
  it("passes values on at once without keys", () => {
    const { calm, passed } = start();
    calm.offer(1);
    calm.offer(2);
    expect(passed).toEqual([1, 2]);
  });

  it("passes the newest value on when no key arrived for a tenth of a second", () => {
    const { calm, clock, passed } = start();
    calm.disturb();
    calm.offer(1);
    clock.advance(60);
    calm.disturb();
    calm.offer(2);
    clock.advance(99);
    expect(passed).toEqual([]);
    clock.advance(1);
    expect(passed).toEqual([2]);
  });

  it("passes a value on twice a second while keys arrive", () => {
    const { calm, clock, passed } = start();
    for (let key = 0; key < 40; key += 1) {
      calm.disturb();
      calm.offer(key);
      clock.advance(25);
    }
    expect(passed).toHaveLength(2);
  });

  it("passes nothing on after it was stopped", () => {
    const { calm, clock, passed } = start();
    calm.disturb();
    calm.offer(1);
    calm.stop();
    clock.advance(1_000);
    expect(passed).toEqual([]);
  });
});
