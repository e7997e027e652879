import { expect, it } from "vitest";
import { createStore } from "../../../src/app/store.ts";

/** Creates a store of a number, and records the values its listener receives. */
function heard() {
  const store = createStore(0);
  const values: number[] = [];
  const stop = store.subscribe(() => void values.push(store.get()));
  return { store, values, stop };
}

const add = (n: number) => (value: number) => value + n;

it("notifies of changes, but not of equal values, nor after unsubscribing", () => {
  const { store, values, stop } = heard();
  store.update(add(1));
  store.update(add(0));
  store.update(add(2));
  stop();
  store.update(add(4));
  expect(values).toEqual([1, 3]);
});

it("notifies once per batch, including nested ones", () => {
  const { store, values } = heard();
  store.batch(() => {
    store.update(add(1));
    store.batch(() => store.update(add(1)));
    store.update(add(1));
    expect(store.get()).toBe(3);
  });
  expect(values).toEqual([3]);
  store.batch(() => {
    store.update(add(1));
    store.update(add(-1));
  });
  expect(values).toEqual([3]);
});

it("keeps and announces changes made before a batch failed", () => {
  const { store, values } = heard();
  expect(() =>
    store.batch(() => {
      store.update(add(1));
      throw new Error("in the middle");
    }),
  ).toThrow("in the middle");
  expect(values).toEqual([1]);
  store.update(add(1));
  expect(values).toEqual([1, 2]);
});

it("announces the last value to everyone if a listener changes it again", () => {
  const store = createStore(0);
  const values: number[] = [];
  store.subscribe(() => {
    if (store.get() < 3) store.update(add(1));
  });
  store.subscribe(() => void values.push(store.get()));
  store.update(add(1));
  expect(store.get()).toBe(3);
  expect(values.at(-1)).toBe(3);
});
