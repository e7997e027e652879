import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { isInstalled } from "../support/installed.ts";

const root = join(import.meta.dirname, "../..");

describe.skipIf(!isInstalled("mandoc")).each(manifest.man)("%s", (page) => {
  test("is correct, except that it has no date", () => {
    const { stdout, stderr } = spawnSync("mandoc", ["-Tlint", "-Wwarning", page], {
      cwd: root,
      encoding: "utf8",
    });
    const findings = (stdout + stderr).split("\n").filter((line) => line !== "");
    expect(findings.filter((line) => !line.includes("missing date"))).toEqual([]);
  });

  test("names its command and its synopsis", () => {
    const text = execFileSync("mandoc", ["-Tutf8", page], { cwd: root, encoding: "utf8" });
    // Bold is each character twice.
    const plain = text.replaceAll(/.\u0008/g, "");
    const name = page.slice("man/".length, -".1".length);
    expect(plain).toContain(`NAME\n     ${name} `.replace("     ", "       "));
    expect(plain).toContain(`SYNOPSIS\n       ${name.replace("-", " ")}`);
  });
});
