import { expect, it } from "vitest";
import { createSlice } from "../../../src/tui/state/slice.ts";
import { createStore, type Store } from "../../../src/tui/state/store.ts";

const sum = createSlice(
  "sum",
  { value: 0 },
  {
    add: (state, n: number) => (n === 0 ? state : { value: state.value + n }),
  },
);
const other = createSlice("other", { word: "" }, {});
const { add } = sum.actions;
const valueOf = (store: Store) => sum.get(store.get()).value;

/** Creates a store of a number, and records the values its listener receives. */
function heard() {
  const store = createStore([sum, other]);
  const values: number[] = [];
  const stop = store.subscribe(() => void values.push(valueOf(store)));
  return { store, values, stop };
}

it("notifies of changes, but not of equal values, nor after unsubscribing", () => {
  const { store, values, stop } = heard();
  store.dispatch(add(1));
  store.dispatch(add(0));
  store.dispatch(add(2));
  stop();
  store.dispatch(add(4));
  expect(values).toEqual([1, 3]);
});

it("notifies once per batch, including nested ones", () => {
  const { store, values } = heard();
  store.batch(() => {
    store.dispatch(add(1));
    store.batch(() => store.dispatch(add(1)));
    store.dispatch(add(1));
    expect(valueOf(store)).toBe(3);
  });
  expect(values).toEqual([3]);
  store.batch(() => store.dispatch(add(0)));
  expect(values).toEqual([3]);
});

it("keeps and announces changes made before a batch failed", () => {
  const { store, values } = heard();
  expect(() =>
    store.batch(() => {
      store.dispatch(add(1));
      throw new Error("in the middle");
    }),
  ).toThrow("in the middle");
  expect(values).toEqual([1]);
  store.dispatch(add(1));
  expect(values).toEqual([1, 2]);
});

it("announces held changes once, when they are released or after the given time", async () => {
  const { store, values } = heard();
  const release = store.hold(60_000);
  store.dispatch(add(1));
  store.batch(() => store.dispatch(add(1)));
  expect([valueOf(store), values]).toEqual([2, []]);
  release();
  release();
  expect(values).toEqual([2]);
  const late = store.hold(1);
  store.dispatch(add(1));
  await expect.poll(() => values).toEqual([2, 3]);
  late();
  store.dispatch(add(1));
  expect(values).toEqual([2, 3, 4]);
});

it("announces the last value to everyone if a listener changes it again", () => {
  const store = createStore([sum]);
  const values: number[] = [];
  store.subscribe(() => {
    if (valueOf(store) < 3) store.dispatch(add(1));
  });
  store.subscribe(() => void values.push(valueOf(store)));
  store.dispatch(add(1));
  expect(valueOf(store)).toBe(3);
  expect(values.at(-1)).toBe(3);
});

it("announces no change to the values that fields have", () => {
  const { store, values } = heard();
  store.dispatch(sum.actions.set({ value: 1 }));
  store.dispatch(sum.actions.set({ value: 1 }));
  store.dispatch(other.actions.set({ word: "" }));
  expect(values).toEqual([1]);
});

it("changes only the slice that an action names, and refuses an action of none", () => {
  const store = createStore([sum, other]);
  const before = store.get();
  store.dispatch(other.actions.set({ word: "x" }));
  expect(store.get()).toEqual({ sum: { value: 0 }, other: { word: "x" } });
  expect(store.get()["sum"]).toBe(before["sum"]);
  expect(() => store.dispatch({ type: "nobody/add", args: [] })).toThrow("no slice reduces nobody/add");
  expect(() => store.dispatch({ type: "sum/toString", args: [] })).toThrow("unknown action sum/toString");
});
