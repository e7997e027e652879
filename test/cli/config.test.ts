import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configJsonSchema } from "../../src/cli/settings/config-schema.ts";
import { type CliHome, makeCliHome, runCli } from "../support/cli.ts";

let at: CliHome;
beforeEach(() => {
  at = makeCliHome();
});
afterEach(() => at.remove());

function writeConfig(text: string): void {
  mkdirSync(dirname(at.configFile), { recursive: true });
  writeFileSync(at.configFile, text, { mode: 0o600 });
}

/** Creates an editor that writes a text to the file in its last argument. */
function editorThatWrites(text: string): Readonly<Record<string, string>> {
  const editor = join(at.home, "editor.sh");
  writeFileSync(join(at.home, "text"), text);
  writeFileSync(editor, `#!/bin/sh\nfor file; do :; done\ncp '${join(at.home, "text")}' "$file"\n`);
  chmodSync(editor, 0o755);
  return { VISUAL: editor };
}

describe("hooklens config", () => {
  it("prints every setting of the schema with its value and its source", async () => {
    writeConfig("receiver:\n  port: 9000\n  secret: open sesame\n");
    const { code, stdout } = await runCli(["config", "--format", "json", "--local"], { home: at.home });
    expect(code).toBe(0);
    const { file, exists, profile, settings } = JSON.parse(stdout);
    expect({ file, exists, profile }).toEqual({ file: at.configFile, exists: true, profile: null });
    const byName = new Map(settings.map((setting: { name: string }) => [setting.name, setting]));
    expect(byName.get("receiver.port")).toEqual({
      name: "receiver.port",
      value: "9000",
      source: "file",
      from: at.configFile,
    });
    expect(byName.get("receiver.secret")).toMatchObject({ value: "set", source: "file" });
    expect(byName.get("local")).toMatchObject({ value: "true", source: "flag", from: "--local" });
    expect(byName.get("hub.host")).toMatchObject({ value: "127.0.0.1", source: "default" });
    expect(stdout).not.toContain("open sesame");
    expect(new Set(byName.keys())).toEqual(new Set(settingNames()));
  });

  it("prints secrets with --show-secret", async () => {
    writeConfig("receiver:\n  secret: open sesame\n");
    const { stdout } = await runCli(["config", "--show-secret"], { home: at.home });
    expect(stdout).toMatch(/^receiver\.secret +open sesame +\/.*config\.yaml$/m);
  });

  it("edit creates the file for its owner only, and checks it", async () => {
    const { code, stderr } = await runCli(["config", "edit"], {
      home: at.home,
      env: editorThatWrites("local: true\n"),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${at.configFile} is valid.\n` });
    expect(statSync(at.configFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(at.configFile, "utf8")).toBe("local: true\n");
  });

  it("edit names what is wrong, keeps what was saved, and opens an invalid file again", async () => {
    const saved = "receiver:\n  prot: 9000\n";
    const { code, stderr } = await runCli(["config", "edit"], {
      home: at.home,
      env: editorThatWrites(saved),
    });
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error: ${at.configFile}:2 has an unknown key "receiver.prot". Perhaps you mean port.\n`,
    );
    expect(readFileSync(at.configFile, "utf8")).toBe(saved);
    const again = await runCli(["config", "edit"], { home: at.home, env: editorThatWrites("local: true\n") });
    expect(again.code).toBe(0);
  });

  it("edit without its editor says so", async () => {
    const { code, stderr } = await runCli(["config", "edit"], {
      home: at.home,
      env: { VISUAL: "/no/such/editor" },
    });
    expect(code).toBe(2);
    // The shell that runs the editor prints a line before it.
    expect(stderr).toContain(
      `\nerror: ${at.configFile} was not edited (the editor /no/such/editor was not found). Set VISUAL or EDITOR to another editor.\n`,
    );
    expect(existsSync(at.configFile)).toBe(true);
  });
});

/** Returns the names of the settings in the schema, such as `receiver.port`. */
function settingNames(): readonly string[] {
  const { properties = {} } = configJsonSchema() as { readonly properties?: Record<string, Section> };
  return Object.entries(properties)
    .filter(([name]) => name !== "profiles")
    .flatMap(([name, { type, properties: inner }]) =>
      type === "object" && inner !== undefined ? Object.keys(inner).map((key) => `${name}.${key}`) : [name],
    );
}

interface Section {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}
