import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeCliHome, runCli, runInProcess, startCli } from "../support/cli.ts";
import { toJson, toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

/** Directory of the running test; paths of arguments are relative to `home`. */
let folder = "";
let name = "";
beforeEach(() => {
  folder = mkdtempSync(join(home, "policies-"));
  name = folder.slice(home.length + 1);
});

/** Creates a policy without findings on any date. */
const valid = () => validPolicy({ effective_date: new Date().toISOString().slice(0, 10) });
const warned = () => ({ ...valid(), schema_version: "1.0.1" });
const broken = () => ({ ...valid(), vertical: "helthcare" });

function put(file: string, text: string | Uint8Array): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return `${name}/${file}`;
}

function check(...args: readonly string[]) {
  return runInProcess(["policy", "check", ...args], { home });
}

/** Returns the files of a JSON report with the number of their findings. */
async function counts(...args: readonly string[]): Promise<Record<string, number>> {
  const { stdout } = await check("--format", "json", ...args);
  const files = JSON.parse(stdout) as readonly { readonly file: string; readonly errors: unknown[] }[];
  return Object.fromEntries(files.map(({ file, errors }) => [file.replace(`${name}/`, ""), errors.length]));
}

describe("how a check ends", () => {
  it("valid: 0, nothing on stdout, and a line for people on stderr", async () => {
    expect(await check(put("a.yaml", toYaml(valid())))).toEqual({
      code: 0,
      signal: null,
      stdout: "",
      stderr: "1 file, valid\n",
    });
  });

  it("an error: 1, with the lines it is about", async () => {
    const file = put("a.yaml", toYaml(broken()));
    const { code, stdout, stderr } = await check(file);
    expect(code).toBe(1);
    expect(stderr).toBe("1 file, not valid: 1 error\n");
    expect(stdout).toBe(
      `${file}:2:11  ✗ error  vertical is "helthcare"; it must be healthcare, financial, defense, aviation, automotive, pharmaceutical, energy, maritime, legaltech or academic  schema/enum
  1 │ schema_version: 1.0.1
  2 │ vertical: helthcare
    │           ^^^^^^^^^ did you mean "healthcare"?

`.replace("1.0.1", "1.0.0"),
    );
  });

  it("a warning: 0, and 1 where warnings fail", async () => {
    const file = put("a.yaml", toYaml(warned()));
    expect(await check(file)).toMatchObject({ code: 0, stderr: "1 file, valid: 1 warning\n" });
    expect(await check(file, "--strict")).toMatchObject({
      code: 1,
      stderr: "1 file, not valid: 1 warning\n",
    });
  });

  it("the schema alone leaves the rules out", async () => {
    const policy = valid();
    policy.regulatory_clauses[0]!.lambda_axes[0]!.label = "Security";
    const file = put("a.yaml", toYaml(policy));
    expect(await counts(file)).toEqual({ "a.yaml": 1 });
    expect(await counts(file, "--schema-only")).toEqual({ "a.yaml": 0 });
    expect(await check(file, "--schema-only")).toMatchObject({ code: 0 });
  });

  it("-q leaves the last line out, and keeps the findings", async () => {
    const { code, stdout, stderr } = await check("-q", put("a.yaml", toYaml(broken())));
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("helthcare");
  });

  it("a reader that has seen enough is no failure", async () => {
    for (let number = 0; number < 60; number += 1) put(`${number}.yaml`, toYaml(broken()));
    const running = startCli(["policy", "check", name], { home });
    running.child.stdin.end();
    running.child.stdout.destroy();
    expect(await running.ended).toMatchObject({ code: 0 });
  });
});

describe("the formats", () => {
  it("are taken from the command, else from the whole program", async () => {
    const bad = put("bad.yaml", toYaml(broken()));
    const good = put("good.json", toJson(valid()));
    const files = [bad, good];
    const json = await runInProcess(["--format", "json", "policy", "check", ...files], { home });
    expect(JSON.parse(json.stdout)).toMatchObject([
      { file: bad, schemaValid: false, valid: false, errors: [{ keyword: "enum", line: 2, column: 11 }] },
      { file: good, schemaValid: true, valid: true, errors: [] },
    ]);
    const own = await runInProcess(["--format", "json", "policy", "check", "--format", "github", ...files], {
      home,
    });
    expect(own.stdout).toMatch(/^::error file=[^\n]+\n$/);
    const quiet = await runInProcess(["--format", "quiet", "policy", "check", ...files], { home });
    expect(quiet).toMatchObject({ code: 1, stdout: `${bad}\n` });
    expect(await check("--format", "quiet", ...files)).toMatchObject({ stdout: `${bad}\n` });
  });

  it("for programs are whole documents, each with its own beginning", async () => {
    const files = [put("a.yaml", toYaml(broken())), put("b.yaml", toYaml(valid()))];
    const sarif = await check("--format", "sarif", ...files);
    expect(JSON.parse(sarif.stdout)).toMatchObject({
      version: "2.1.0",
      runs: [{ results: [{ level: "error" }] }],
    });
    const junit = await check("--format", "junit", ...files);
    expect(junit.stdout).toMatch(/^<\?xml [^]*<testsuites [^]*<\/testsuites>\n$/);
  });

  it("an unknown one is wrong usage", async () => {
    expect(await check("--format", "xml", name)).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("checked files", () => {
  it("is files, in their order, each once, whatever they are called", async () => {
    const text = toYaml(valid());
    const odd = put("odd.txt", text);
    const a = put("a.yaml", text);
    expect(Object.keys(await counts(odd, a, odd))).toEqual(["odd.txt", "a.yaml"]);
  });

  it("are those of a folder and its subfolders, except reviews, hidden files and node_modules", async () => {
    const text = toYaml(valid());
    for (const file of ["b.yml", "a.yaml", "deep/er/c.json"]) {
      put(file, file.endsWith("json") ? toJson(valid()) : text);
    }
    for (const file of ["a.yaml.review.json", ".hidden.yaml", ".git/x.yaml", "node_modules/x.yaml", "x.md"]) {
      put(file, "no policy");
    }
    expect(await counts(name)).toEqual({ "a.yaml": 0, "b.yml": 0, "deep/er/c.json": 0 });
  });

  it("is what matches a pattern that no shell has expanded", async () => {
    put("a.yaml", toYaml(valid()));
    put("deep/b.yaml", toYaml(broken()));
    put("c.json", toJson(valid()));
    expect(await counts(`${name}/**/*.yaml`)).toEqual({ "a.yaml": 0, "deep/b.yaml": 1 });
    expect(await counts(`${name}/[ac].*`)).toEqual({ "a.yaml": 0, "c.json": 0 });
  });

  it("is stdin, as YAML or JSON by how it begins", async () => {
    for (const input of [toYaml(broken()), toJson(broken())]) {
      const { code, stdout } = await runInProcess(["policy", "check", "-"], { home, input });
      expect(code).toBe(1);
      expect(stdout).toMatch(/^<stdin>:\d+:\d+ {2}✗ error/);
    }
  });

  it("is each of 200 files", async () => {
    for (let number = 0; number < 200; number += 1) {
      put(`${number}.${number % 2 === 0 ? "yaml" : "json"}`, (number % 2 === 0 ? toYaml : toJson)(valid()));
    }
    expect(await check(name)).toMatchObject({ code: 0, stderr: "200 files, all valid\n" });
  });

  it("has the same findings at the same places with a byte order mark; CRLF moves no line", async () => {
    const text = toYaml({ ...valid(), regime: "ab" });
    const files = [
      put("plain.yaml", text),
      put("mark.yaml", `\uFEFF${text}`),
      put("crlf.yaml", text.replaceAll("\n", "\r\n")),
    ];
    const { stdout } = await check("--format", "json", ...files);
    const [plain, mark, crlf] = (JSON.parse(stdout) as { errors: unknown[] }[]).map(({ errors }) => errors);
    expect(plain).toMatchObject([
      { path: "/regime", keyword: "minLength", line: 3, column: 9, endColumn: 11 },
    ]);
    expect([mark, crlf]).toEqual([plain, plain]);
    const framed = (await check(files[1] ?? "")).stdout.split("\n");
    expect(framed.slice(-4, -2)).toEqual(["  3 │ regime: ab", "    │         ^^"]);
  });
});

describe("what cannot be checked", () => {
  it.each([
    ["a file that is not there", "missing.yaml", /^error: there is no file missing\.yaml\. Give files/],
    ["a pattern that matches nothing", "no-such-*.yaml", /^error: there is no file no-such-\*\.yaml\./],
  ])("%s is said in one line", async (_, path, line) => {
    const { code, stdout, stderr } = await check(path);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  it("a folder without policies is said in one line", async () => {
    put("readme.md", "nothing");
    expect(await check(name)).toMatchObject({
      code: 1,
      stderr: `error: there is no policy in ${name} (none of its files ends with .yaml, .yml or .json). Give a directory with policies, or run hooklens policy new to create a policy.\n`,
    });
  });

  it("bytes that are no text, and a text that is no document, are findings", async () => {
    put("bytes.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]));
    put("half.json", '{"vertical": ');
    put("empty.yaml", "");
    expect(await counts(name)).toEqual({ "bytes.yaml": 1, "half.json": 1, "empty.yaml": 1 });
    expect(await check(name)).toMatchObject({ code: 1, stderr: "3 files, 3 not valid: 3 errors\n" });
  });

  it("no path at all is wrong usage", async () => {
    expect(await check()).toMatchObject({ code: 2, stdout: "" });
  });

  it("links that lead round in a circle or to nothing are findings", async () => {
    put("a.yaml", toYaml(valid()));
    symlinkSync(folder, join(folder, "round"));
    symlinkSync("loop.yaml", join(folder, "loop.yaml"));
    symlinkSync("nothing.yaml", join(folder, "gone.yaml"));
    symlinkSync("a.yaml", join(folder, "link.yaml"));
    const counted = { "a.yaml": 0, "link.yaml": 0, "gone.yaml": 1, "loop.yaml": 1, round: 1 };
    expect(await counts(name)).toEqual(counted);
    expect(await check(`${name}/loop.yaml`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("loop.yaml cannot be read (ELOOP)"),
    });
  });

  // Root may read everything.
  const nobody = process.getuid?.() === 0 ? 65_534 : null;
  it.skipIf(nobody === null)(
    "a file that may not be read is a finding, and the others are checked",
    async () => {
      const secret = put("secret.yaml", toYaml(valid()));
      put("a.yaml", toYaml(valid()));
      chmodSync(join(home, secret), 0o600);
      for (const open of [home, folder]) chmodSync(open, 0o755);
      const { code, stdout } = await runCli(["policy", "check", "--format", "json", name], {
        home,
        uid: nobody!,
      });
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject([
        { file: `${name}/a.yaml`, valid: true },
        {
          file: secret,
          valid: false,
          errors: [{ rule: "parse", message: "the file cannot be read (EACCES)" }],
        },
      ]);
      chmodSync(folder, 0o700);
      const closed = await runCli(["policy", "check", name], { home, uid: nobody! });
      expect(closed).toMatchObject({ code: 1, stdout: "" });
      expect(closed.stderr).toMatch(/^error: the directory \S+ cannot be read \(EACCES\)\./);
    },
  );

  it("a name with escape sequences reaches no terminal as such", async () => {
    const file = put("\u001b[31mred\u202e.yaml", toYaml(broken()));
    const { stdout } = await check(file);
    expect(stdout).toContain("␛[31mred⟨202E⟩.yaml:2:11");
    unlinkSync(join(home, file));
    rmSync(folder, { recursive: true });
    const gone = await check(file);
    expect(gone.stderr).toContain("␛[31mred⟨202E⟩.yaml");
  });
});
