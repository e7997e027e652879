import { UsageError } from "../../model/errors.ts";

/** Writing to these would change the prototype of every object. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns a copy of a JSON object with one value changed. The path is dotted, list items by their index: `updatedRefs.0.ref`.
 * Objects and lists missing on the way are made; a list grows by one item at most.
 * @throws {UsageError} an empty or forbidden part, or a way through a text, a number or null
 */
export function setPath(
  value: Readonly<Record<string, unknown>>,
  path: string,
  to: unknown,
): Readonly<Record<string, unknown>> {
  const parts = path.split(".");
  for (const part of parts) {
    if (part === "" || forbidden.has(part)) {
      throw new UsageError({
        what: `"${path}" is not a path into a payload`,
        why: part === "" ? "it has an empty part" : `${part} cannot be set`,
        hint: "Write it dotted, for example repo.private or updatedRefs.0.ref",
      });
    }
  }
  const [first = "", ...rest] = parts;
  return { ...value, [first]: put(member(value, first), rest, to, path) };
}

function put(value: unknown, parts: readonly string[], to: unknown, path: string): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return to;
  const isIndex = /^\d+$/.test(part);
  const holder = value ?? (isIndex ? [] : {});
  if (Array.isArray(holder)) {
    const index = Number(part);
    if (!isIndex || index > holder.length) {
      throw new UsageError({
        what: `"${path}" leads nowhere`,
        why: `a list of ${holder.length} has no place ${part}`,
        hint: `Write an index from 0 to ${holder.length}`,
      });
    }
    const items: readonly unknown[] = holder;
    return [...items.slice(0, index), put(items[index], rest, to, path), ...items.slice(index + 1)];
  }
  if (typeof holder !== "object") {
    throw new UsageError({
      what: `"${path}" leads nowhere`,
      why: `there is ${JSON.stringify(holder)} where ${part} should be`,
      hint: "Set the whole value instead",
    });
  }
  return { ...holder, [part]: put(member(holder, part), rest, to, path) };
}

function member(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
}
