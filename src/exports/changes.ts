import { isJsonContainer, numberIdentity } from "../text/exact-json.ts";
import { jqPath } from "../text/jq-path.ts";

/** Difference of two values at one path. */
export interface Change {
  /** Path as jq writes it; in an array, the index in the later value, or in the earlier one if removed. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  /** Earlier value; undefined for an addition. */
  readonly before: unknown;
  /** Later value; undefined for a removal. */
  readonly after: unknown;
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[];
type Path = { readonly parent: Path; readonly step: string | number } | null;

/** Two values at one path; undefined if missing. */
interface Pair {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Compares two values of `parseExactJson` of any depth, in the order of the earlier one. Matches equal items at the
 * start and end of arrays, others by position. Ignores the order of keys.
 */
export function changesBetween(before: unknown, after: unknown): readonly Change[] {
  const idOf = createIdentities();
  const changes: Change[] = [];
  const stack: Pair[] = [{ path: null, before, after }];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const { before, after, path } = pair;
    if (before !== undefined && after !== undefined && idOf(before) === idOf(after)) continue;
    const parts = partsOf(pair, idOf);
    if (parts !== null) {
      for (const part of parts.toReversed()) stack.push(part);
      continue;
    }
    const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
    changes.push({ path: jqPath(stepsOf(path)), kind, before, after });
  }
  return changes;
}

/** Returns pairs of the children of two objects or two arrays, or null. */
function partsOf({ path, before, after }: Pair, idOf: (value: unknown) => number): readonly Pair[] | null {
  if (!isContainer(before) || !isContainer(after)) return null;
  if (isList(before) && isList(after)) return itemPairs(path, before, after, idOf);
  if (isList(before) || isList(after)) return null;
  const [older, newer] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...older.keys(), ...newer.keys()])].map((key) => ({
    path: { parent: path, step: key },
    before: older.get(key),
    after: newer.get(key),
  }));
}

function itemPairs(
  path: Path,
  before: readonly unknown[],
  after: readonly unknown[],
  idOf: (value: unknown) => number,
): readonly Pair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && idOf(before[start]) === idOf(after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && idOf(before.at(-1 - end)) === idOf(after.at(-1 - end))) end += 1;
  const length = Math.max(before.length, after.length) - start - end;
  return Array.from({ length }, (_, offset) => {
    const index = start + offset;
    return {
      path: { parent: path, step: index },
      before: index < before.length - end ? before[index] : undefined,
      after: index < after.length - end ? after[index] : undefined,
    };
  });
}

function stepsOf(path: Path): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = path; at !== null; at = at.parent) steps.push(at.step);
  return steps.toReversed();
}

/**
 * Creates a function that returns the same number for equal values. Numbers each container once, by the numbers of
 * its children, without recursion: payloads may be nested thousands of levels deep.
 */
function createIdentities(): (value: unknown) => number {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Container, number>();

  function numberOf(key: string): number {
    const found = numbers.get(key) ?? numbers.size;
    numbers.set(key, found);
    return found;
  }

  const partNumber = (part: unknown): number =>
    isContainer(part) ? (known.get(part) ?? -1) : numberOf(numberIdentity(part) ?? JSON.stringify(part));

  function keyOf(container: Container): string {
    if (isList(container)) return `[${container.map(partNumber).join()}]`;
    const keys = Object.keys(container).toSorted();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${partNumber(container[key])}`).join()}}`;
  }

  return (value) => {
    const stack = isContainer(value) ? [value] : [];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      let isReady = true;
      for (const part of Object.values(top)) {
        if (!isContainer(part) || known.has(part)) continue;
        isReady = false;
        stack.push(part);
      }
      if (!isReady) continue;
      stack.pop();
      if (!known.has(top)) known.set(top, numberOf(keyOf(top)));
    }
    return partNumber(value);
  };
}

function isContainer(value: unknown): value is Container {
  return isJsonContainer(value);
}

function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}
