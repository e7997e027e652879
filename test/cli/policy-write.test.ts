import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { schemaReference } from "../../src/files/installed-schema.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { toJson, toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(home, "policies-"));
});

function put(text: string, file = "a.yaml"): string {
  const path = join(folder, file);
  writeFileSync(path, text);
  return path;
}

function policy(...args: readonly string[]) {
  return runInProcess(["policy", ...args], { home });
}

const read = (path: string) => readFileSync(path, "utf8");

describe("policy new", () => {
  it("writes a policy whose schema an editor finds, and whose blanks check finds", async () => {
    const file = join(folder, "deep", "energy.yaml");
    const { code, stdout, stderr } = await policy("new", "--vertical", "energy", "-o", file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^Created \S+energy\.yaml\. Fill it in, and run hooklens policy check \S+ to list the fields that are still blank\.\n$/,
    );
    const url = /^# yaml-language-server: \$schema=(\S+)\n/.exec(read(file))?.[1] ?? "";
    const inRepository =
      /^https:\/\/raw\.githubusercontent\.com\/hooklens\/hooklens\/v[\d.]+\/(schemas\/.*)$/.exec(url)?.[1];
    expect(JSON.parse(read(join(import.meta.dirname, "../..", inRepository ?? "")))).toMatchObject({
      $id: "urn:hooklens:schema:vertical-policy:1.0.0",
    });
    const checked = await policy("check", file, "--format", "json");
    expect(checked.code).toBe(1);
    const [{ errors }] = JSON.parse(checked.stdout) as [{ errors: { message: string }[] }];
    expect(errors.length).toBeGreaterThan(70);
    for (const { message } of errors) expect(message).toContain(" is empty; ");
  });

  it("prints it where no file is named, with the schema that is wanted", async () => {
    const { code, stdout } = await policy(
      "new",
      "--vertical",
      "academic",
      "--schema",
      "https://example.org/s.json",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# yaml-language-server: \$schema=https:\/\/example\.org\/s\.json\n/);
    expect(stdout).toContain("\nvertical: academic\n");
  });

  it("prints it as a field of JSON where no file is named", async () => {
    const { code, stdout } = await policy("new", "--vertical", "academic", "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file: null,
      vertical: "academic",
      schema: expect.stringContaining("schema.json"),
      text: expect.stringContaining("\nvertical: academic\n"),
    });
  });

  it("replaces nothing unasked", async () => {
    const file = put("mine");
    const { code, stderr } = await policy("new", "--vertical", "energy", "-o", file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: \S+a\.yaml was not written \(it exists\)\. .*--force/);
    expect(read(file)).toBe("mine");
    expect(await policy("new", "--vertical", "energy", "-o", file, "--force")).toMatchObject({ code: 0 });
    expect(read(file)).toContain("vertical: energy");
    expect(readdirSync(folder)).toEqual(["a.yaml"]);
  });

  it("an unknown vertical, or none, is wrong usage", async () => {
    expect(await policy("new", "--vertical", "helthcare")).toMatchObject({ code: 2, stdout: "" });
    expect(await policy("new")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("the schema is named", () => {
  it("by a relative path where it is installed in the project, so that everybody's editor finds it", () => {
    const schema = join(folder, "node_modules/hooklens/schemas/s.json");
    mkdirSync(dirname(schema), { recursive: true });
    writeFileSync(schema, "{}");
    for (const file of ["a.yaml", "policies/eu/b.yaml", join(folder, "policies/c.yaml")]) {
      const path = schemaReference(file, folder, schema, "1.2.3");
      expect(path).toMatch(/^(?:\.\.\/)*node_modules\/hooklens\/schemas\/s\.json$/);
      expect(join(dirname(join(folder, file.replace(folder, ""))), path)).toBe(schema);
    }
  });

  it("by its address in the repository where it is installed elsewhere", () => {
    expect(schemaReference("a.yaml", folder, "/usr/lib/node modules/s.json", "1.2.3")).toBe(
      "https://raw.githubusercontent.com/hooklens/hooklens/v1.2.3/schemas/s.json",
    );
  });
});

/** Policy with two errors that have unambiguous fixes, with comments and an unusual layout. */
const wrong = () =>
  toYaml({ ...validPolicy(), effective_date: new Date().toISOString().slice(0, 10) })
    .replace("vertical: healthcare", "Vertical:   healthcare   # the branch")
    .replace("quorum: 3-of-5", "quorum: '3 of 5' # most of them");
const right = () => wrong().replace("Vertical:", "vertical:").replace("'3 of 5'", "'3-of-5'");

describe("policy fix", () => {
  it("puts right what can only be meant one way, and keeps the rest", async () => {
    const file = put(wrong());
    chmodSync(file, 0o640);
    const { code, stdout, stderr } = await policy("fix", file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(read(file)).toBe(right());
    expect(stdout).toMatch(
      /^\S+a\.yaml: 2 fixed, nothing left\n {2}2:1 {2}rename to "vertical" .*\n {2}\d+:11 {2}change to "3-of-5" /,
    );
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["a.yaml"]);
    expect(await policy("fix", file)).toMatchObject({ code: 0, stdout: "" });
  });

  it.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["the byte order mark", (text: string) => `\uFEFF${text}`],
  ])("keeps %s", async (_, change) => {
    const file = put(change(wrong()));
    expect(await policy("fix", file)).toMatchObject({ code: 0 });
    expect(read(file)).toBe(change(right()));
  });

  it("fixes JSON too", async () => {
    const { vertical, ...rest } = validPolicy();
    const file = put(toJson({ Vertical: vertical, ...rest }), "a.json");
    expect(await policy("fix", file)).toMatchObject({ code: 0 });
    expect(read(file)).toBe(toJson({ vertical, ...rest }));
  });

  it("--dry-run writes nothing and prints a diff that git and patch apply", async () => {
    const texts = [wrong(), wrong().replaceAll("\n", "\r\n"), wrong().trimEnd()];
    const files = texts.map((text, index) => put(text, `${index}.yaml`));
    const name = folder.slice(home.length + 1);
    const { code, stdout, stderr } = await policy("fix", name, "--dry-run");
    expect(code).toBe(0);
    expect(stderr).toContain(`${name}/0.yaml: 2 fixed, nothing left\n`);
    expect(files.map(read)).toEqual(texts);
    const run = (program: string, ...args: readonly string[]) =>
      spawnSync(program, args, { cwd: realpathSync(home), input: stdout, encoding: "utf8" });
    expect(run("git", "apply", "--check", "-")).toMatchObject({ status: 0, stderr: "" });
    expect(run("patch", "-p1", "--binary")).toMatchObject({ status: 0 });
    expect(files.map(read)).toEqual([right(), right().replaceAll("\n", "\r\n"), right().trimEnd()]);
  });

  it("exits with code 1 if an error is left, and reports it", async () => {
    const file = put(wrong().replace("regime: HIPAA/HITECH", "regime: ab"));
    const { code, stdout } = await policy("fix", file);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\S+a\.yaml: 2 fixed, 1 error left\n/);
    const json = await policy("fix", file, "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject([
      {
        file,
        changed: false,
        valid: false,
        fixed: [],
        left: [{ path: "/regime", keyword: "minLength", line: 3 }],
      },
    ]);
    const checked = await policy("check", file, "--format", "json");
    expect(JSON.parse(json.stdout)[0].left).toEqual(JSON.parse(checked.stdout)[0].errors);
  });

  it("--rule fixes only findings with that id, and rejects unknown ids", async () => {
    const file = put(wrong());
    expect(await policy("fix", file, "--rule", "schema/pattern")).toMatchObject({ code: 1 });
    expect(read(file)).toBe(wrong().replace("'3 of 5'", "'3-of-5'"));
    const { code, stderr } = await policy("fix", file, "--rule", "axis-label-mismach");
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: there is no rule axis-label-mismach. Perhaps you mean axis-label-mismatch.\n",
    );
  });

  it("--unsafe also fixes where something else can have been meant", async () => {
    const file = put(wrong().replace("healthcare", "helthcare"));
    const safe = await policy("fix", file);
    expect(safe).toMatchObject({ code: 1 });
    expect(safe.stdout).toMatch(
      /: 2 fixed, 1 error left\n[^]*\n {2}2:13 {2}change to "healthcare" {2}schema\/enum {2}needs --unsafe: another value may be meant\n$/,
    );
    expect(await policy("fix", file, "--unsafe")).toMatchObject({ code: 0 });
    expect(read(file)).toBe(right());
  });

  it("leaves what cannot be read, names changed files to a loop, and takes no stdin", async () => {
    put("a: [", "broken.yaml");
    const file = put(wrong());
    const { code, stdout } = await policy("fix", folder, "--format", "quiet");
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${file}\n` });
    expect(read(join(folder, "broken.yaml"))).toBe("a: [");
    expect(await policy("fix", "-")).toMatchObject({ code: 2 });
    expect(existsSync(join(folder, "-"))).toBe(false);
  });
});
