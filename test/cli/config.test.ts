import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configJsonSchema } from "../../src/cli/settings/config-schema.ts";
import { type CliHome, makeCliHome, runCli, runInProcess } from "../support/cli.ts";

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
    const { code, stdout } = await runInProcess(["config", "--format", "json", "--local"], { home: at.home });
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
    const { stdout } = await runInProcess(["config", "--show-secret"], { home: at.home });
    expect(stdout).toMatch(/^receiver\.secret +open sesame +\/.*config\.yaml$/m);
  });

  it("prints the settings of the interface, and its commands with their keys", async () => {
    writeConfig(
      "interface:\n  theme: {base: light, colors: {accent: '#005fd7'}}\n  keys: {webhooks.new: Ctrl+N, app.undo: [], screen.jobs: [9, f4]}\n  confirm: {quit: true}\n  columns: {jobs: [id, created]}\n  timeZone: Europe/Berlin\n",
    );
    const { stdout } = await runInProcess(["config"], { home: at.home });
    expect(stdout).toMatch(/^interface\.theme +light, accent #005fd7 +\/.*config\.yaml$/m);
    expect(stdout).toMatch(
      /^interface\.keys +webhooks\.new: Ctrl\+N, app\.undo: none, screen\.jobs: 9 f4 +\/.*config\.yaml$/m,
    );
    expect(stdout).toMatch(/^interface\.columns\.jobs +id, created +\//m);
    expect(stdout).toMatch(/^interface\.columns\.webhooks +state, webhook, .* +default$/m);
    expect(stdout).toMatch(/^interface\.timeZone +Europe\/Berlin +\//m);
    expect(stdout).toMatch(/^interface\.confirm\.quit +true +\//m);
    expect(stdout).toMatch(/^interface\.confirm\.delete +true +default$/m);
    const fromVariable = await runInProcess(["config"], { home: at.home, env: { HOOKLENS_THEME: "dark" } });
    expect(fromVariable.stdout).toMatch(/^interface\.theme +dark +HOOKLENS_THEME$/m);
    const keys = await runInProcess(["config", "keys"], { home: at.home });
    expect(keys.stdout).toMatch(/^webhooks\.new +ctrl\+n +Create a webhook +\/.*config\.yaml$/m);
    expect(keys.stdout).toMatch(/^app\.undo +— +Undo the last change +\//m);
    expect(keys.stdout).toMatch(/^list\.down +down j +Select the next row +default$/m);
    expect(keys.stdout).not.toContain("confirmed");
  });

  it.each([
    [
      "HOOKLENS_THEME=purple",
      "",
      'there is no theme "purple" (HOOKLENS_THEME). Use auto, dark, light, high-contrast.',
    ],
    [
      "",
      "interface:\n  keys:\n    webhooks.new: F5\n",
      'config.yaml:3 gives f5 to both webhooks.new and app.refresh (both work in "Webhooks"). Give one of them another key.',
    ],
    [
      "",
      "profiles:\n  work:\n    interface: {keys: {webhooks.nw: r}}\n",
      'config.yaml:3 names an unknown command "webhooks.nw". Perhaps you mean webhooks.new.',
    ],
    [
      "",
      "interface:\n  theme: drak\n",
      'config.yaml:2 has an invalid value at "interface.theme" (a theme is auto, dark',
    ],
    [
      "",
      "interface:\n  thme: dark\n",
      'config.yaml:2 has an unknown key "interface.thme". Perhaps you mean theme.',
    ],
    [
      "",
      "interface:\n  columns:\n    deliveries: [seq, tiem]\n",
      'config.yaml:3 has an invalid value at "interface.columns.deliveries.1" (choose columns from seq, time,',
    ],
    [
      "",
      "interface:\n  columns: {jobs: [id, id]}\n",
      'config.yaml:2 has an invalid value at "interface.columns.jobs" (a column is listed twice)',
    ],
    [
      "",
      "interface:\n  timeZone: Mars/Olympus\n",
      'config.yaml:2 has an invalid value at "interface.timeZone" (a time zone is local, utc or a name such as Europe/Berlin)',
    ],
    [
      "",
      "interface:\n  confirm:\n    qit: true\n",
      'config.yaml:3 has an unknown key "interface.confirm.qit". Perhaps you mean quit.',
    ],
  ])("names what is wrong in the settings of the interface: %s %j", async (variable, text, message) => {
    if (text !== "") writeConfig(text);
    const [name = "", value = ""] = variable.split("=");
    const env = name === "" ? {} : { [name]: value };
    const { code, stderr } = await runInProcess(["config"], { home: at.home, env });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(code).toBe(2);
    if (text === "") return;
    const edited = await runInProcess(["config", "edit"], { home: at.home, env: editorThatWrites(text) });
    expect(edited.stderr).toContain(message);
    const doctor = await runInProcess(["doctor"], { home: at.home });
    expect(doctor.stdout).toContain("fail  config file");
  });

  it("edit creates the file for its owner only, and checks it", async () => {
    const { code, stderr } = await runInProcess(["config", "edit"], {
      home: at.home,
      env: editorThatWrites("local: true\n"),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${at.configFile} is valid.\n` });
    expect(statSync(at.configFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(at.configFile, "utf8")).toBe("local: true\n");
  });

  it("edit names what is wrong, keeps what was saved, and opens an invalid file again", async () => {
    const saved = "receiver:\n  prot: 9000\n";
    const { code, stderr } = await runInProcess(["config", "edit"], {
      home: at.home,
      env: editorThatWrites(saved),
    });
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error: ${at.configFile}:2 has an unknown key "receiver.prot". Perhaps you mean port.\n`,
    );
    expect(readFileSync(at.configFile, "utf8")).toBe(saved);
    const again = await runInProcess(["config", "edit"], {
      home: at.home,
      env: editorThatWrites("local: true\n"),
    });
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
  const { profiles: _, ...settings } = (configJsonSchema() as Section).properties ?? {};
  return namesIn(settings, "");
}

function namesIn(sections: Readonly<Record<string, Section>>, prefix: string): readonly string[] {
  return Object.entries(sections).flatMap(([name, { properties }]) =>
    properties === undefined ? [`${prefix}${name}`] : namesIn(properties, `${prefix}${name}.`),
  );
}

interface Section {
  readonly properties?: Readonly<Record<string, Section>>;
}
