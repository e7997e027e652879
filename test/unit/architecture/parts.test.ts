import { expect, test } from "vitest";
import { sourceFiles } from "../../support/source-files.ts";
import { partOrders } from "./part-orders.ts";

test.each(Object.entries(partOrders))("the parts of %s import downwards", (room, { parts, upward }) => {
  const inside = `${room.slice("src/".length)}/`;
  const partOf = (path: string) => /^[^/.]+/.exec(path.slice(inside.length))?.[0] ?? "";
  const between = sourceFiles
    .filter(({ path }) => path.startsWith(inside))
    .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target: target ?? "" })))
    .filter(({ path, target }) => target.startsWith(inside) && partOf(target) !== partOf(path));
  expect(
    sorted(between.flatMap(({ path, target }) => [partOf(path), partOf(target)])),
    `part-orders.ts lists the parts of ${room} that import others or are imported`,
  ).toEqual(parts.toSorted());
  const found = between
    .filter(({ path, target }) => parts.indexOf(partOf(target)) < parts.indexOf(partOf(path)))
    .map(({ path, target }) => `src/${path} → src/${target}`);
  expect(
    sorted(found),
    "Move what an upward import needs to a lower part. Delete the lines of those that are gone.",
  ).toEqual(upward.toSorted());
});

function sorted(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}

test("no file imports itself over others, types apart", () => {
  expect(circles()).toEqual([]);
});

/** Returns the groups of files that import each other when they are loaded (Tarjan's algorithm). */
function circles(): readonly (readonly string[])[] {
  const imports = new Map(
    sourceFiles.map(({ path, imports: all }) => [
      path,
      all.flatMap(({ kind, target }) => (kind === "value" && target !== null ? [target] : [])),
    ]),
  );
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  /** Returns the order of the earliest open file that a file reaches. */
  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    open.push(path);
    let earliest = own;
    for (const target of imports.get(path) ?? []) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (open.includes(target)) earliest = Math.min(earliest, order.get(target) ?? own);
    }
    if (earliest === own) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1) found.push(group.toSorted());
    }
    return earliest;
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found;
}
