import { expect, test } from "vitest";
import { sourceFiles } from "../../support/source-files.ts";

test("files are small: none over 500 lines, nine of ten under 300", () => {
  const lengths = sourceFiles.map(({ path, text }) => ({ path, lines: text.split("\n").length }));
  expect(lengths.filter(({ lines }) => lines > 500)).toEqual([]);
  expect(lengths.filter(({ lines }) => lines > 300).length).toBeLessThan(lengths.length / 10);
});

test("files are named by what they are about", () => {
  const vague = /(^|\/)(utils?|helpers?|common|manager|misc)(\/|\.|$)/;
  const wrong = sourceFiles.filter(({ path }) => {
    const name = path.split("/").at(-1) ?? "";
    const cased = name.endsWith(".tsx") ? /^[A-Za-z][A-Za-z-]*\.tsx$/ : /^[a-z0-9-]+\.ts$/;
    return vague.test(path) || !cased.test(name);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/**
 * Upper bounds of what is to become less. The slack lets changes that are made side by side lower a count
 * without changing the same line.
 */
const limits = {
  "files under 25 lines with one importer": { limit: 20, found: satellites() },
};
const slack = 15;

test.each(Object.entries(limits))("%s do not become more", (_name, { limit, found }) => {
  expect(found.length, `Remove one of:\n${found.join("\n")}\n`).toBeLessThanOrEqual(limit);
  expect(found.length, `Lower the limit to ${found.length}`).toBeGreaterThanOrEqual(limit - slack);
});

test("commands are functions of the app: no type is named *Effects", () => {
  const found = sourceFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:interface|type) (\w+Effects)\b/gm)].map(
      ([, name]) => `${path}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

function satellites(): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sourceFiles) {
    for (const { target } of imports) {
      if (target !== null) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return sourceFiles
    .filter(({ path, text }) => text.split("\n").length <= 25 && importers.get(path)?.size === 1)
    .map(({ path }) => path);
}
