import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findNgrokToken } from "../../../src/receiver/tunnel/ngrok/token.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/** Creates a home directory with these files. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = freshDataDir("home");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

const version2 = "version: 2\nauthtoken: token-2\n";
const version3 = "version: 3\nagent:\n  authtoken: token-3\n  log: false\nendpoints:\n  - name: x\n";

test("NGROK_AUTHTOKEN takes precedence over the configuration, and that over the agent's file", () => {
  const HOME = homeWith({ ".config/ngrok/ngrok.yml": version3 });
  const env = { HOME, NGROK_AUTHTOKEN: " token-1 " };
  expect(findNgrokToken(env, "token-c", "linux")).toEqual({ token: "token-1", source: "NGROK_AUTHTOKEN" });
  expect(findNgrokToken({ HOME }, "token-c", "linux")).toEqual({
    token: "token-c",
    source: "the configuration",
  });
  expect(findNgrokToken({ HOME, NGROK_AUTHTOKEN: " " }, " ", "linux")).toEqual({
    token: "token-3",
    source: join(HOME, ".config/ngrok/ngrok.yml"),
  });
});

test.each([
  ["linux", ".config/ngrok/ngrok.yml", {}],
  ["linux", "xdg/ngrok/ngrok.yml", { XDG_CONFIG_HOME: "xdg" }],
  ["linux", ".ngrok2/ngrok.yml", {}],
  ["darwin", "Library/Application Support/ngrok/ngrok.yml", {}],
  ["darwin", ".config/ngrok/ngrok.yml", {}],
  ["darwin", ".ngrok2/ngrok.yml", {}],
  ["win32", "AppData/Local/ngrok/ngrok.yml", {}],
  ["win32", "local/ngrok/ngrok.yml", { LOCALAPPDATA: "local" }],
] as const)("on %s the agent's file is found at %s", (platform, path, variables) => {
  const home = homeWith({ [path]: version2 });
  const inHome = Object.entries(variables).map(([name, value]) => [name, join(home, value)]);
  const env = { HOME: home, ...Object.fromEntries(inHome) };
  expect(findNgrokToken(env, null, platform)).toEqual({ token: "token-2", source: join(home, path) });
});

test("the current location takes precedence over the old one, unless it has no authtoken", () => {
  const both = homeWith({ ".config/ngrok/ngrok.yml": version3, ".ngrok2/ngrok.yml": version2 });
  expect(findNgrokToken({ HOME: both }, null, "linux").token).toBe("token-3");
  const without = homeWith({
    ".config/ngrok/ngrok.yml": "version: 3\nagent: {}\n",
    ".ngrok2/ngrok.yml": version2,
  });
  expect(findNgrokToken({ HOME: without }, null, "linux").token).toBe("token-2");
});

test.each(["", "- a list\n", "just text\n", "version: 3\nagent: 7\nauthtoken: [1]\n", "authtoken: ''\n"])(
  "a file without an authtoken is ignored: %j",
  (text) => {
    const HOME = homeWith({ ".config/ngrok/ngrok.yml": text });
    expect(() => findNgrokToken({ HOME }, null, "linux")).toThrow(
      expect.objectContaining({ code: "ngrok-token-missing" }),
    );
  },
);

test("an invalid file is reported with the line and without its content", () => {
  const HOME = homeWith({ ".config/ngrok/ngrok.yml": "version: 3\nagent:\n  authtoken: token-3\n  }: [\n" });
  const find = (): unknown => findNgrokToken({ HOME }, null, "linux");
  expect(find).toThrow(expect.objectContaining({ code: "ngrok-file" }));
  expect(find).toThrow(`${join(HOME, ".config/ngrok/ngrok.yml")} cannot be read (it is not YAML: `);
  expect(find).toThrow(/in line \d+\)/);
  expect(find).not.toThrow("token-3");
});

test("a directory instead of the file is reported", () => {
  const HOME = homeWith({ ".config/ngrok/ngrok.yml/inner": "" });
  expect(() => findNgrokToken({ HOME }, null, "linux")).toThrow(
    expect.objectContaining({ code: "ngrok-file" }),
  );
});
