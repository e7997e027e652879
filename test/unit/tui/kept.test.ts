import { expect, test } from "vitest";
import { kept } from "../../../src/tui/state/kept.ts";
import { createSlice } from "../../../src/tui/state/slice.ts";

const list = createSlice("list", { rows: ["a", "b"], selected: 0 }, {});
const late = createSlice("late", { isOpen: false }, {});

function counted<Value>(draw: (state: Parameters<typeof list.get>[0], width: number) => Value) {
  let calls = 0;
  const drawn = kept((state, width: number) => {
    calls += 1;
    return draw(state, width);
  });
  return { drawn, calls: () => calls };
}

test("a drawing is kept until a field that it has read, or an argument, changes", () => {
  const { drawn, calls } = counted((state, width) => list.get(state).rows.join(" ").slice(0, width));
  const rows = ["a", "b"];
  expect(drawn("list", { list: { rows, selected: 0 } }, 10)).toBe("a b");
  expect(drawn("list", { list: { rows, selected: 1 }, late: {} }, 10)).toBe("a b");
  expect(calls()).toBe(1);
  expect(drawn("list", { list: { rows: ["c"], selected: 1 } }, 10)).toBe("c");
  expect(drawn("list", { list: { rows, selected: 1 } }, 2)).toBe("a ");
  expect(calls()).toBe(3);
});

test("drawings of different names are kept beside each other", () => {
  const { drawn, calls } = counted((state, width) => list.get(state).selected + width);
  const state = { list: { rows: [], selected: 1 } };
  expect([drawn("one", state, 1), drawn("two", state, 2), drawn("one", state, 1)]).toEqual([2, 3, 2]);
  expect(calls()).toBe(2);
});

test("a drawing that has listed the fields of a slice depends on all of them", () => {
  const { drawn } = counted((state) => ({ ...list.get(state) }).selected);
  const rows: string[] = [];
  const before = { rows, selected: 0 };
  expect(drawn("list", { list: before }, 0)).toBe(0);
  expect(drawn("list", { list: { ...before, selected: 1 } }, 0)).toBe(1);
});

test("a slice that is added later changes what has missed it", () => {
  const { drawn } = counted((state) => late.get(state).isOpen);
  expect(drawn("late", {}, 0)).toBe(false);
  expect(drawn("late", { late: { isOpen: true } }, 0)).toBe(true);
});
