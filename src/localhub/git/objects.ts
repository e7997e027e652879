import { spawn } from "node:child_process";
import { gitEnvironment, runGit } from "./run-git.ts";

export interface GitObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: number;
}

/**
 * Resolves names to objects: a sha, a ref, `SHA:path/of/a/file`. A missing object is null.
 * @param names must not contain line breaks
 */
export async function lookUp(
  gitDir: string,
  names: readonly string[],
): Promise<readonly (GitObject | null)[]> {
  if (names.length === 0) return [];
  if (names.some((name) => /[\n\r]/.test(name))) throw new TypeError("a name with a line break");
  const { stdout } = await runGit(gitDir, ["cat-file", "--batch-check"], {
    input: names.map((name) => `${name}\n`).join(""),
  });
  const lines = stdout.toString().split("\n");
  return names.map((_, index) => {
    const [, oid, type, bytes] = /^([0-9a-f]{40}) (\w+) (\d+)$/.exec(lines[index] ?? "") ?? [];
    return oid === undefined || type === undefined ? null : { oid, type, bytes: Number(bytes) };
  });
}

/** Reads a whole blob. @throws {GitFailedError} it has more than `maxBytes` */
export async function readBlob(gitDir: string, oid: string, maxBytes: number): Promise<Buffer> {
  return (await runGit(gitDir, ["cat-file", "blob", oid], { maxBytes })).stdout;
}

/** Streams a blob. The stream fails if git cannot be started or fails. */
export function streamBlob(gitDir: string, oid: string): ReadableStream<Uint8Array> {
  const child = spawn("git", [`--git-dir=${gitDir}`, "cat-file", "blob", oid], {
    cwd: gitDir,
    env: gitEnvironment(gitDir),
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.once("error", (error) => child.stdout.destroy(error));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      yield* child.stdout;
      const code = await exited;
      if (code !== 0) throw new Error(`git cat-file exited with code ${code}`);
    } finally {
      child.kill();
    }
  }
  return ReadableStream.from(content());
}

export interface TreeEntry {
  readonly path: string;
  readonly type: "file" | "directory";
  readonly oid: string;
  /** Size in bytes; 0 for a directory. */
  readonly bytes: number;
}

/**
 * Lists the files and directories in a directory of a commit (`""`: the root), with its subdirectories if
 * `recursive` is true. Submodules are omitted.
 */
export async function listTree(
  gitDir: string,
  commit: string,
  folder: string,
  recursive: boolean,
): Promise<readonly TreeEntry[]> {
  const deep = recursive ? ["-r", "-t"] : [];
  const tree = `${commit}:${folder}`;
  const { stdout } = await runGit(gitDir, ["ls-tree", "-z", "-l", ...deep, "--end-of-options", tree]);
  return stdout
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, type, oid = "", size, name = ""] =
        /^\d+ (blob|tree|commit) ([0-9a-f]{40}) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
      if (type !== "blob" && type !== "tree") return [];
      return [
        {
          path: folder === "" ? name : `${folder}/${name}`,
          type: type === "blob" ? ("file" as const) : ("directory" as const),
          oid,
          bytes: size === "-" ? 0 : Number(size),
        },
      ];
    });
}
