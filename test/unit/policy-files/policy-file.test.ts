import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeFile, checkFile } from "../../../src/policy-files/policy-file.ts";
import { policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";
import { testNowMs } from "../../support/policy/valid-policy.ts";

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

describe("a policy's file", () => {
  it("is read and checked", () => {
    const text = shippedPolicy("healthcare");
    const path = join(policyFolder({ "p.yaml": text }), "p.yaml");
    const checked = checkFile(path, testNowMs);
    expect(checked).toMatchObject({ text, sha256: sha256(text), check: { valid: true, findings: [] } });
  });

  it("is nothing where there is none, and where a folder has its name", () => {
    const folder = policyFolder({ "p.yaml/x": "" });
    expect(checkFile(join(folder, "p.yaml"), testNowMs)).toBeNull();
    expect(checkFile(join(folder, "gone.yaml"), testNowMs)).toBeNull();
  });

  it("that is too large is not even read, and says how large it is", () => {
    const path = join(policyFolder({ "p.yaml": "x" }), "p.yaml");
    truncateSync(path, 3_000_000_000);
    const checked = checkFile(path, testNowMs);
    expect(checked?.check.findings).toMatchObject([
      { rule: "parse", message: expect.stringContaining("3 GB") },
    ]);
    expect(checked?.sha256).toBeNull();
  });

  it("that is no text is one finding where it stops being one", () => {
    const path = join(policyFolder({ "p.yaml": Buffer.from("regime: \xff", "latin1") }), "p.yaml");
    expect(checkFile(path, testNowMs)?.check.findings).toMatchObject([{ rule: "parse", line: 1, column: 9 }]);
  });
});

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

  it("is not made in a file that is another one by now, or gone, and says so", () => {
    const path = join(policyFolder({ "p.yaml": "new" }), "p.yaml");
    expect(() => changeFile(path, sha256("old"), () => "x")).toThrow(
      /was not written \(it was changed meanwhile\)/,
    );
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(() => changeFile(`${path}x`, sha256("old"), () => "x")).toThrow(/was not written \(ENOENT\)/);
  });
});
