import type { Edit } from "../../../src/policy/finding.ts";

function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function holderOf(document: unknown, pointer: string): { holder: Record<string, unknown>; key: string } {
  const way = steps(pointer);
  const key = way.pop() ?? "";
  const holder = way.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
  if (typeof holder !== "object" || holder === null) throw new Error(`nothing at ${pointer}`);
  if (!Object.hasOwn(holder, key)) throw new Error(`nothing at ${pointer}`);
  return { holder: holder as Record<string, unknown>, key };
}

/** Returns a copy of a value with the edits of a fix applied in order. Throws if an edit does not apply. */
export function applyEdits<T>(document: T, edits: readonly Edit[]): T {
  const copy = structuredClone(document);
  for (const edit of edits) {
    const { holder, key } = holderOf(copy, edit.path);
    if (edit.kind === "set") holder[key] = edit.value;
    else if (edit.kind === "rename") {
      holder[edit.to] = holder[key];
      delete holder[key];
    } else if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }
  return copy;
}
