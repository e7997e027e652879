import { isSame } from "../../text/memo.ts";
import type { AppState } from "./slice.ts";

/** Fields of a slice that a drawing has read. */
interface SliceReads {
  readonly slice: unknown;
  readonly fields: Set<PropertyKey>;
  /** True if the drawing has listed the fields. */
  isWhole: boolean;
  /** The slice, which notes what is read of it. */
  readonly view: unknown;
}

type Reads = Map<PropertyKey, SliceReads>;
type Fields = Readonly<Record<PropertyKey, unknown>>;

/**
 * Keeps the result of a pure function under a key, as long as its arguments and the fields of the slices that it
 * has read are the same: a key changes little of the state, and most of a frame is that of the frame before.
 */
export function kept<Rest extends readonly unknown[], Value>(
  draw: (state: AppState, ...rest: Rest) => Value,
): (key: unknown, state: AppState, ...rest: Rest) => Value {
  const known = new Map<unknown, { readonly rest: Rest; readonly reads: Reads; readonly value: Value }>();
  return (key, state, ...rest) => {
    const last = known.get(key);
    if (last !== undefined && isSame(last.rest, rest) && readsSame(last.reads, state)) return last.value;
    const reads: Reads = new Map();
    const value = draw(watched(state, reads), ...rest);
    known.set(key, { rest, reads, value });
    return value;
  };
}

function readsSame(reads: Reads, state: AppState): boolean {
  return reads.entries().every(([name, { slice, fields, isWhole }]) => {
    const now = (state as Fields)[name];
    if (Object.is(now, slice)) return true;
    if (isWhole || !isObject(now) || !isObject(slice)) return false;
    return fields.keys().every((field) => Object.is(now[field], slice[field]));
  });
}

function watched(state: AppState, reads: Reads): AppState {
  return new Proxy<Fields>(state, {
    get(slices, name) {
      const read = reads.get(name) ?? watchedSlice(slices[name]);
      reads.set(name, read);
      return read.view;
    },
  });
}

function watchedSlice(slice: unknown): SliceReads {
  if (!isObject(slice)) return { slice, fields: new Set(), isWhole: true, view: slice };
  const read = { slice, fields: new Set<PropertyKey>(), isWhole: false };
  const view = new Proxy(slice, {
    get(values, field) {
      read.fields.add(field);
      return values[field];
    },
    ownKeys(values) {
      read.isWhole = true;
      return Reflect.ownKeys(values);
    },
  });
  return Object.assign(read, { view });
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
