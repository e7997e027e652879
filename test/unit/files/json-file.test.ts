import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isText, readJsonFile, recordOf, writeJsonFile } from "../../../src/files/json-file.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const namesOf = (json: unknown) => recordOf(json, isText);

function file(text?: string): string {
  const directory = freshDataDir("json-file");
  mkdirSync(directory);
  const path = join(directory, "names.json");
  if (text !== undefined) writeFileSync(path, text);
  return path;
}

it("reads what it wrote, for its owner only", () => {
  const path = file();
  writeJsonFile(path, { a: "b" });
  expect(readJsonFile(path, namesOf)).toEqual({ a: "b" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each(["", "{", "[]", "null", '{"a":1}', '"a"'])("takes %j for damaged, and leaves it as it is", (text) => {
  const path = file(text);
  expect(readJsonFile(path, namesOf)).toBeNull();
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("tells a missing file from a damaged one, and fails for a directory", () => {
  const path = file("{}");
  expect(readJsonFile(join(path, "below"), namesOf)).toBeUndefined();
  expect(readJsonFile(`${path}.other`, namesOf)).toBeUndefined();
  expect(() => readJsonFile(join(path, ".."), namesOf)).toThrow("EISDIR");
});
