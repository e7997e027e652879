import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HubTokenFileError } from "../../../src/localhub/errors.ts";
import { readOrMakeToken } from "../../../src/localhub/token.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

function dataDir(): string {
  const dir = freshDataDir();
  mkdirSync(dir);
  return dir;
}

const modeOf = (file: string): number => statSync(file).mode & 0o777;

test("a token is created once, in a file readable by its owner only", () => {
  const dir = dataDir();
  const first = readOrMakeToken(dir);
  expect(first).toEqual({
    token: expect.stringMatching(/^hf_local_[\w-]{32}$/),
    file: join(dir, "hub-token"),
    made: true,
  });
  expect(modeOf(first.file)).toBe(0o600);
  expect(readFileSync(first.file, "utf8")).toBe(`${first.token}\n`);
  expect(readdirSync(dir)).toEqual(["hub-token"]);
  expect(readOrMakeToken(dir)).toEqual({ ...first, made: false });
});

test("each data directory has its own token", () => {
  expect(readOrMakeToken(dataDir()).token).not.toBe(readOrMakeToken(dataDir()).token);
});

test("a file that others can read is made private", () => {
  const dir = dataDir();
  const { file, token } = readOrMakeToken(dir);
  chmodSync(file, 0o644);
  expect(readOrMakeToken(dir).token).toBe(token);
  expect(modeOf(file)).toBe(0o600);
});

test("an existing token is used, and an empty file gets one", () => {
  const dir = dataDir();
  const file = join(dir, "hub-token");
  writeFileSync(file, "  mine\n");
  expect(readOrMakeToken(dir)).toEqual({ token: "mine", file, made: false });
  writeFileSync(file, "\n");
  const { token, made } = readOrMakeToken(dir);
  expect([made, readFileSync(file, "utf8"), modeOf(file)]).toEqual([true, `${token}\n`, 0o600]);
});

test("a directory instead of the file is an error that names it", () => {
  const dir = dataDir();
  mkdirSync(join(dir, "hub-token"));
  expect(() => readOrMakeToken(dir)).toThrow(HubTokenFileError);
  expect(() => readOrMakeToken(dir)).toThrow(
    `cannot use ${join(dir, "hub-token")} for the local hub's token (EISDIR).`,
  );
});

test("a missing data directory is an error without effect", () => {
  expect(() => readOrMakeToken(freshDataDir())).toThrow(HubTokenFileError);
});

test("an invalid token file is an error with a hint", () => {
  const dir = dataDir();
  const file = join(dir, "hub-token");
  writeFileSync(file, "not a token\u0000\n");
  expect(() => readOrMakeToken(dir)).toThrow(
    `${file} does not contain a token (it has spaces or characters that no token has). Delete the file and start hooklens again: the local hub then creates a new token.`,
  );
});
