import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reviewPath } from "../../../src/policy-files/beside-policy.ts";
import { scanPolicies } from "../../../src/policy-files/scan-policies.ts";
import { policyFolder } from "../../support/policy/policy-folder.ts";

const namesIn = (folder: string) => scanPolicies(folder, reviewPath).files.map(({ name }) => name);

it("finds the policies of a folder and of the folders in it, and nothing that is beside them", () => {
  const folder = policyFolder({
    "b.yaml": "",
    "a.JSON": "",
    "eu/c.yml": "",
    "notes.txt": "",
    "b.yaml.review/A-100.e1.json": "",
    "a.JSON.review/A-100.e1.json": "",
    "b.yaml.review.json": "",
    "b.yaml.receipts.jsonl": "",
    ".git/x.yaml": "",
    "node_modules/y.yaml": "",
  });
  symlinkSync("nowhere", join(folder, "dangling.yaml"));
  symlinkSync("b.yaml", join(folder, "link.yaml"));
  expect(namesIn(folder)).toEqual(["a.JSON", "b.yaml", "link.yaml", join("eu", "c.yml")]);
  expect(scanPolicies(folder, reviewPath)).toMatchObject({
    folders: [folder, join(folder, "eu")],
    reviews: [join(folder, "a.JSON.review"), join(folder, "b.yaml.review")],
  });
});

it("gives a file another stamp when it or its review was saved, and only then", () => {
  const folder = policyFolder({ "p.yaml": "one" });
  const stamp = () => scanPolicies(folder, reviewPath).files[0]?.stamp;
  const first = stamp();
  expect(stamp()).toBe(first);
  writeFileSync(join(folder, "p.yaml"), "two");
  const second = stamp();
  expect(second).not.toBe(first);
  mkdirSync(join(folder, "p.yaml.review"));
  const stamps = [second, stamp()];
  for (const name of ["a.json", "b.json"]) {
    writeFileSync(join(folder, "p.yaml.review", name), "{}");
    stamps.push(stamp());
  }
  expect(new Set(stamps).size).toBe(4);
});

it("says why a folder cannot be read, and when it has more than is listed", () => {
  const folder = policyFolder({ x: "" });
  expect(scanPolicies(join(folder, "gone"), reviewPath)).toMatchObject({ files: [], problem: "ENOENT" });
  const many = policyFolder(
    Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${index}.yaml`, ""])),
  );
  const scan = scanPolicies(many, reviewPath);
  expect([scan.files.length, scan.isCut, scan.problem]).toEqual([1_000, true, null]);
});
