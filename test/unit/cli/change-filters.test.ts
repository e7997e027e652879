import { lstatSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changeFilters } from "../../../src/cli/settings/change-filters.ts";
import { readConfigFile } from "../../../src/cli/settings/config-file.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

const folder = () => mkdtempSync(join(tmpdir(), "hooklens-filters-"));
const at = (path: string) => ({ path, profile: null });

it("creates the file, and keeps every text", async () => {
  const path = join(folder(), "new", "config.yaml");
  for (const [index, { text }] of hostileStrings.entries()) {
    if (text.trim() === "") continue;
    await changeFilters(at(path), { kind: "save", name: `f${index}`, text });
    expect(readConfigFile(path)?.filters?.[`f${index}`]).toBe(text.trim());
  }
  expect(statSync(path).mode % 0o1000).toBe(0o600);
});

it("saves, renames and deletes, and keeps comments, the mode and a link", async () => {
  const dir = folder();
  const [real, path] = [join(dir, "real.yaml"), join(dir, "config.yaml")];
  const before = [
    "# my settings",
    "receiver: { port: 8080 } # fixed",
    "filters:",
    "  # what broke",
    "  broken: is:failed # today",
    "  mine: repo:me/*",
    "interface:",
    "  mouse: false",
    "",
  ];
  writeFileSync(real, before.join("\n"), { mode: 0o644 });
  symlinkSync(real, path);
  await changeFilters(at(path), { kind: "save", name: "new", text: 'route:"new data"' });
  await changeFilters(at(path), { kind: "rename", from: "broken", to: "failed" });
  await changeFilters(at(path), { kind: "delete", name: "mine" });
  expect(readFileSync(path, "utf8")).toBe(
    [
      ...before.slice(0, 4),
      "  failed: is:failed # today",
      '  new: route:"new data"',
      ...before.slice(6),
    ].join("\n"),
  );
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode % 0o1000).toBe(0o644);
  for (const name of ["failed", "new"]) await changeFilters(at(path), { kind: "delete", name });
  expect(readFileSync(path, "utf8")).not.toContain("filters");
});

it("changes the filters of a profile, and leaves an invalid file alone", async () => {
  const path = join(folder(), "config.yaml");
  writeFileSync(path, "profiles:\n  work:\n    filters: { a: is:failed }\n");
  await changeFilters({ path, profile: "work" }, { kind: "save", name: "b", text: "is:replay" });
  expect(readConfigFile(path)?.profiles?.["work"]?.filters).toEqual({ a: "is:failed", b: "is:replay" });
  writeFileSync(path, "filters: [\n");
  await expect(changeFilters(at(path), { kind: "save", name: "b", text: "x" })).rejects.toThrow(
    "is not YAML",
  );
  expect(readFileSync(path, "utf8")).toBe("filters: [\n");
});
