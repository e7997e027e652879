import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { testToken, type TestHub } from "./local-hub.ts";
import { onRelease } from "./shared.ts";

export interface GitResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitClient {
  /** Working directory; empty at first. */
  readonly folder: string;
  /**
   * Runs git in `folder` and rejects if it fails. Resolves with its output without the last line break.
   */
  readonly git: (...args: string[]) => Promise<string>;
  /** Runs git without checking its exit code. */
  readonly tryGit: (...args: string[]) => Promise<GitResult>;
  /** Creates commits of one file each on the current branch. */
  readonly commit: (count: number, name?: string) => Promise<void>;
}

/** Creates a client of the real git, without configuration or password prompts. */
export function gitClient(): GitClient {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-git-"));
  onRelease(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, "work");
  mkdirSync(folder);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: parent,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@localhost",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@localhost",
  };

  async function tryGit(...args: string[]): Promise<GitResult> {
    const child = spawn("git", args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status, stdout, stderr };
  }

  async function git(...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await tryGit(...args);
    if (status !== 0) throw new Error(`git ${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout.replace(/\n$/, "");
  }

  return {
    folder,
    git,
    tryGit,
    async commit(count, name = "file") {
      for (let number = 1; number <= count; number++) {
        await git("commit", "--quiet", "--allow-empty", "--message", `${name} ${number}`);
      }
    },
  };
}

/** A hub that listens, and where git finds its repos: with the token as the password. */
export async function gitServer({
  hub,
}: Pick<TestHub, "hub">): Promise<{ readonly port: number; readonly url: string }> {
  const { port } = await hub.listen({ host: "127.0.0.1", port: 0 });
  return { port, url: `http://me:${testToken}@127.0.0.1:${port}` };
}
