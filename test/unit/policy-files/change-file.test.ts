import { createHash } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeFile } from "../../../src/policy-files/change-file.ts";
import { policyFolder } from "../../support/policy/policy-folder.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a change of a file", () => {
  it("is made whole, keeps the mode, and leaves nothing beside it", () => {
    const folder = policyFolder({ "p.yaml": "a: 1\r\n" });
    const path = join(folder, "p.yaml");
    chmodSync(path, 0o640);
    const change = changeFile(path, sha256("a: 1\r\n"), (text) => `\uFEFF${text}b: 2`);
    expect(change).toEqual({ before: "a: 1\r\n", sha256: sha256("\uFEFFa: 1\r\nb: 2") });
    expect(readFileSync(path, "utf8")).toBe("\uFEFFa: 1\r\nb: 2");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["p.yaml"]);
  });

  it("goes to where a link leads, and the link stays one", () => {
    const folder = policyFolder({ "real.yaml": "a" });
    const link = join(folder, "p.yaml");
    symlinkSync("real.yaml", link);
    changeFile(link, sha256("a"), () => "b");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real.yaml"), "utf8")).toBe("b");
  });

  it("is refused if the file was changed or removed meanwhile", () => {
    const path = join(policyFolder({ "p.yaml": "new" }), "p.yaml");
    expect(() => changeFile(path, sha256("old"), () => "x")).toThrow(
      /was not written \(it changed in the meantime\)/,
    );
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(() => changeFile(`${path}x`, sha256("old"), () => "x")).toThrow(/was not written \(ENOENT\)/);
  });
});
