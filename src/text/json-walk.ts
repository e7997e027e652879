import { isJsonContainer } from "./exact-json.ts";

type JsonContainer = "array" | "object";

/** Callbacks of `walkJson`, in text order. `isLast` is true if nothing follows in the parent container. */
export interface JsonVisitor {
  key(name: string): void;
  /** Called with a string, number, `RawNumber`, boolean or null. */
  scalar(value: unknown, isLast: boolean): void;
  open(container: JsonContainer, isEmpty: boolean): void;
  close(container: JsonContainer, isEmpty: boolean, isLast: boolean): void;
}

interface Frame {
  readonly container: JsonContainer;
  readonly keys: readonly string[] | null;
  readonly items: readonly unknown[];
  next: number;
  readonly isLast: boolean;
}

function frameOf(value: unknown, isLast: boolean): Frame | null {
  if (!isJsonContainer(value)) return null;
  return Array.isArray(value)
    ? { container: "array", keys: null, items: value, next: 0, isLast }
    : { container: "object", keys: Object.keys(value), items: Object.values(value), next: 0, isLast };
}

/**
 * Walks the own properties of a parsed JSON value without recursion, because `JSON.stringify` overflows the stack at
 * a few thousand levels.
 */
export function walkJson(root: unknown, visitor: JsonVisitor): void {
  const stack: Frame[] = [];
  const enter = (value: unknown, isLast: boolean) => {
    const frame = frameOf(value, isLast);
    if (frame === null) return visitor.scalar(value, isLast);
    visitor.open(frame.container, frame.items.length === 0);
    stack.push(frame);
  };
  enter(root, true);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const index = frame.next++;
    if (index >= frame.items.length) {
      stack.pop();
      visitor.close(frame.container, frame.items.length === 0, frame.isLast);
      continue;
    }
    const key = frame.keys?.[index];
    if (key !== undefined) visitor.key(key);
    enter(frame.items[index], index === frame.items.length - 1);
  }
}
