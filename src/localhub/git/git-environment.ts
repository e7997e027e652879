import { devNull } from "node:os";
import process from "node:process";

/** Author of a commit or tag. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Git identity of an account. */
export function authorOf(account: string): Author {
  return { name: account, email: `${account}@users.noreply.localhost` };
}

/** The largest pack a push may bring. */
const maxPackBytes = 2 * 1024 ** 3;

/**
 * No hook ever runs, whatever is in a repository or on the machine. `safe.directory`: the data directory may be on a disk whose owner
 * is somebody else. Packing happens within the command that makes it due, so that nothing runs on after its command has ended.
 */
const settings: readonly (readonly [string, string])[] = [
  ["core.hooksPath", devNull],
  ["core.logAllRefUpdates", "false"],
  ["core.ignoreCase", "false"],
  ["safe.directory", "*"],
  ["gc.autoDetach", "false"],
  ["maintenance.autoDetach", "false"],
  ["http.receivepack", "true"],
  ["receive.maxInputSize", String(maxPackBytes)],
  // Ours: `git/write-commit.ts` builds on it.
  ["receive.hideRefs", "refs/hooklens"],
  ["uploadpack.allowFilter", "true"],
  ["uploadpack.allowAnySHA1InWant", "true"],
  ["merge.renames", "true"],
];

/**
 * The whole environment of a git process: nothing of ours but where programs are, so that no token or secret is in it,
 * and no configuration of the machine or the person.
 */
export function gitEnvironment(
  gitDir: string,
  author: Author = authorOf("hooklens"),
): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    // Windows finds its own libraries by this.
    ...(process.env["SystemRoot"] === undefined ? {} : { SystemRoot: process.env["SystemRoot"] }),
    HOME: gitDir,
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
