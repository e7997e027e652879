import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
  existsSync,
  chmodSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfigFile } from "../../../src/cli/settings/config-file.ts";
import type { ReceiverSetup } from "../../../src/model/receiver-setup.ts";
import { handlersDirectory } from "../../support/handlers-directory.ts";
import { receiverConfigIn } from "../../support/receiver-config.ts";

/** Creates a directory with a config file, or without one for null. */
function folder(text: string | null, mode = 0o644): { directory: string; path: string } {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-receiver-"));
  const path = join(directory, "hooklens", "config.yaml");
  if (text !== null) {
    mkdirSync(join(directory, "hooklens"));
    writeFileSync(path, text, { mode });
  }
  return { directory, path };
}

const applied: ReceiverSetup[] = [];
const apply = async (setup: ReceiverSetup) => void applied.push(setup);

it("creates a private file, and returns the new settings and setup", async () => {
  const { directory, path } = folder(null);
  const handlers = handlersDirectory({ "train.ts": "export default () => {};\n" });
  const config = receiverConfigIn(directory);
  expect(config.setup()).toEqual({ secret: null, routes: ["inbox"], handlersDir: null, forward: null });
  await config.change(
    { secret: "s3cret", routes: ["a", "b"], handlers: handlers.path, forward: ":3000" },
    apply,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toContain("routes: [ a, b ]");
  const setup = {
    secret: "s3cret",
    routes: ["a", "b"],
    handlersDir: handlers.path,
    forward: "http://127.0.0.1:3000/",
  };
  expect(config.setup()).toEqual(setup);
  expect(applied.at(-1)).toEqual(setup);
  expect(config.settings().secret).toEqual({ value: "s3cret", source: "file", from: path });
  expect(receiverConfigIn(directory, { config: readConfigFile(path) }).setup()).toEqual(setup);
});

it("keeps comments, makes a file with a secret private, and removes what is empty", async () => {
  const { directory, path } = folder("# mine\nreceiver:\n  port: 8080 # fixed\nfilters: { a: is:failed }\n");
  const config = receiverConfigIn(directory, { config: readConfigFile(path) });
  await config.change({ secret: ["new", "old"] }, apply);
  expect(readFileSync(path, "utf8")).toBe(
    "# mine\nreceiver:\n  port: 8080 # fixed\n  secret: [ new, old ]\nfilters: { a: is:failed }\n",
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await config.change({ secret: null }, apply);
  expect(readFileSync(path, "utf8")).toBe(
    "# mine\nreceiver:\n  port: 8080 # fixed\nfilters: { a: is:failed }\n",
  );
  const { path: small, directory: other } = folder("noColor: true\n");
  const second = receiverConfigIn(other, { config: readConfigFile(small) });
  await second.change({ forward: "3000" }, apply);
  await second.change({ forward: null }, apply);
  expect(readFileSync(small, "utf8")).toBe("noColor: true\n");
});

it("changes the profile that has the setting", async () => {
  const { directory, path } = folder(
    "receiver: {forward: ':1'}\nprofiles: {work: {receiver: {forward: ':2'}}}\n",
  );
  const config = receiverConfigIn(directory, { config: readConfigFile(path), profile: "work" });
  await config.change({ forward: ":3", secret: "s" }, apply);
  expect(readConfigFile(path)).toEqual({
    receiver: { forward: ":1", secret: "s" },
    profiles: { work: { receiver: { forward: ":3" } } },
  });
});

it("lets a flag and a variable precede the file", async () => {
  const { directory } = folder(null);
  const config = receiverConfigIn(directory, {
    flags: { receiver: { forward: ":3" } },
    env: { WEBHOOK_SECRET: "of-the-shell" },
  });
  await config.change({ secret: "of-the-file", forward: ":4" }, apply);
  expect(config.setup()).toMatchObject({ secret: "of-the-shell", forward: "http://127.0.0.1:3/" });
  expect(config.settings()).toMatchObject({
    secret: { source: "env", from: "WEBHOOK_SECRET" },
    forward: { source: "flag", from: "--forward" },
  });
});

it("changes nothing if a value cannot be used or the receiver refuses it", async () => {
  const { directory, path } = folder(null);
  const config = receiverConfigIn(directory);
  const refused = async (change: Parameters<typeof config.change>[0], message: string) => {
    const before = applied.length;
    await expect(config.change(change, apply)).rejects.toThrow(message);
    expect(applied.length).toBe(before);
  };
  await refused({ secret: " blank" }, "cannot be sent in a header");
  await refused({ routes: ["a", "a"] }, "defined twice");
  await refused({ routes: ["../up"] }, "cannot be a route");
  await refused({ handlers: join(directory, "none") }, "there is no such directory");
  await refused({ forward: "no target" }, "is not a forward target");
  const refusing = async () => {
    throw new Error("refused");
  };
  await expect(config.change({ secret: "s" }, refusing)).rejects.toThrow("refused");
  expect(existsSync(path)).toBe(false);
  expect(config.setup().secret).toBeNull();
});

it("applies the former setup again if the file cannot be written", async () => {
  const { directory, path } = folder("receiver: {secret: former}\n", 0o600);
  chmodSync(path, 0o400);
  const config = receiverConfigIn(directory, { config: readConfigFile(path) });
  applied.length = 0;
  await expect(config.change({ secret: "new" }, apply)).rejects.toThrow(
    /config\.yaml cannot be written \(it is read-only\)\. Make it writable/,
  );
  expect(applied.map(({ secret }) => secret)).toEqual(["new", "former"]);
  expect(config.setup().secret).toBe("former");
  expect(readFileSync(path, "utf8")).toBe("receiver: {secret: former}\n");
});
