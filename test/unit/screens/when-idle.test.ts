import { describe, expect, it } from "vitest";
import { whenIdle } from "../../../src/screens/when-idle.ts";
import { handClock } from "../../support/hand-clock.ts";

function start() {
  const clock = handClock();
  const passed: number[] = [];
  return { clock, passed, gate: whenIdle<number>((value) => passed.push(value), clock) };
}

describe("whenIdle", () => {
  it("passes values on at once without keys", () => {
    const { gate, passed } = start();
    gate.offer(1);
    gate.offer(2);
    expect(passed).toEqual([1, 2]);
  });

  it("passes the newest value on when no key arrived for a tenth of a second", () => {
    const { gate, clock, passed } = start();
    gate.keyPressed();
    gate.offer(1);
    clock.advance(60);
    gate.keyPressed();
    gate.offer(2);
    clock.advance(99);
    expect(passed).toEqual([]);
    clock.advance(1);
    expect(passed).toEqual([2]);
  });

  it("passes a value on twice a second while keys arrive", () => {
    const { gate, clock, passed } = start();
    for (let key = 0; key < 40; key += 1) {
      gate.keyPressed();
      gate.offer(key);
      clock.advance(25);
    }
    expect(passed).toHaveLength(2);
  });

  it("passes nothing on after it was stopped", () => {
    const { gate, clock, passed } = start();
    gate.keyPressed();
    gate.offer(1);
    gate.stop();
    clock.advance(1_000);
    expect(passed).toEqual([]);
  });
});
