import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCount, readPort, readRate, readSeq } from "../../../src/cli/command-line/number-argument.ts";
import { secretFromArgument } from "../../../src/cli/command-line/secret-argument.ts";
import { shellWord } from "../../../src/text/shell-word.ts";

describe("numbers on the command line", () => {
  it("reads ports, counts, seqs and rates", () => {
    expect(readPort("0")).toBe(0);
    expect(readPort("65535")).toBe(65_535);
    expect(readCount("3", "--limit")).toBe(3);
    expect(readSeq("41")).toBe(41);
    expect(readRate("10/s")).toBe(100);
    expect(readRate("0.5/s")).toBe(2000);
  });

  it.each(["65536", "-1", "80a", "", "1e3", "0x10"])("refuses %j as a port", (text) => {
    expect(() => readPort(text)).toThrow(`"${text}" is not a port`);
  });

  it.each(["0", "-2", "1.5", "many", ""])("refuses %j as a count and as a seq", (text) => {
    expect(() => readCount(text, "--limit")).toThrow(`"${text}" is not a value for --limit`);
    expect(() => readSeq(text)).toThrow(`"${text}" is not a delivery number`);
  });

  it.each(["10", "0/s", "10/min", "/s", "-1/s"])("refuses %j as a rate", (text) => {
    expect(() => readRate(text)).toThrow("for example --rate 10/s");
  });
});

describe("a secret on the command line", () => {
  it("is the text itself, or a file's content without its line end", () => {
    const folder = mkdtempSync(join(tmpdir(), "hooklens-secret-"));
    const file = join(folder, "secret.txt");
    writeFileSync(file, "from a file \n");
    expect(secretFromArgument("plain")).toBe("plain");
    expect(secretFromArgument(`@${file}`)).toBe("from a file ");
    writeFileSync(file, "\uFEFFfrom Windows\r\n");
    expect(secretFromArgument(`@${file}`)).toBe("from Windows");
    expect(() => secretFromArgument(`@${file}.missing`)).toThrow(/cannot be read \(ENOENT/);
    writeFileSync(file, "\n");
    expect(() => secretFromArgument(`@${file}`)).toThrow(/secret\.txt is empty/);
    rmSync(folder, { recursive: true });
  });
});

describe("a word for the shell", () => {
  it.each([
    "http://127.0.0.1:7870",
    "hf_x-Y",
    "two words",
    "it's",
    "$(touch x)",
    "`x`",
    "",
    "a\nb",
    "日本語",
  ])("%j comes back as it was", (text) => {
    expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })).toBe(text);
  });
});
