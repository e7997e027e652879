import { isJsonContainer, parseExactJson } from "../text/exact-json.ts";
import { UsageError } from "./errors.ts";

/** Changes to a payload: JSON values by dotted path. */
export type PayloadChanges = Readonly<Record<string, unknown>>;

/**
 * Parses `path=value`. The value is JSON if valid, otherwise text.
 * @throws {UsageError} the text has no path or no `=`
 */
export function parseAssignment(text: string): readonly [path: string, value: unknown] {
  const equals = text.indexOf("=");
  const path = text.slice(0, equals).trim();
  if (equals === -1 || path === "") {
    throw new UsageError({
      what: `"${text}" is not an assignment`,
      hint: "Write path=value, for example discussion.title=Hello",
    });
  }
  const value = text.slice(equals + 1);
  try {
    return [path, parseExactJson(value)];
  } catch {
    // Not JSON.
    return [path, value];
  }
}

/** Returns the dotted paths of the values in a payload, objects and arrays before their members. */
export function payloadPaths(payload: object): readonly { readonly path: string; readonly value: unknown }[] {
  return Object.entries(payload).flatMap(([key, value]: [string, unknown]) => [
    { path: key, value },
    ...(isJsonContainer(value)
      ? payloadPaths(value).map((inner) => ({ ...inner, path: `${key}.${inner.path}` }))
      : []),
  ]);
}

/** Names that can lead to the prototype of an object. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns a copy of a JSON object with one value changed. The path is dotted, with list items by index:
 * `updatedRefs.0.ref`. Creates missing and null objects and lists on the path; a list grows by at most one item.
 * @throws {UsageError} a part is empty, forbidden or no index of its list, or the path crosses a string, a number or
 * a boolean
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
        hint: "Use dots, for example repo.private or updatedRefs.0.ref",
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
        what: `"${path}" does not exist`,
        why: `its list has no index ${part}`,
        hint: `Use an index from 0 to ${holder.length}`,
      });
    }
    const items: readonly unknown[] = holder;
    return [...items.slice(0, index), put(items[index], rest, to, path), ...items.slice(index + 1)];
  }
  if (!isJsonContainer(holder)) {
    throw new UsageError({
      what: `"${path}" does not exist`,
      why: `${part} would be inside ${JSON.stringify(holder)}`,
      hint: "Set the whole value",
    });
  }
  return { ...holder, [part]: put(member(holder, part), rest, to, path) };
}

function member(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
}
