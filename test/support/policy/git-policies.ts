import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gitClient, type GitClient } from "../git-client.ts";

export interface GitPolicies extends GitClient {
  /** Writes a file of the repository and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  /** Commits all files. */
  readonly save: () => Promise<void>;
}

/** Creates a repository whose only commit has these files. */
export async function gitPolicies(
  files: Readonly<Record<string, string | Uint8Array>>,
  format: "sha1" | "sha256" = "sha1",
): Promise<GitPolicies> {
  const client = gitClient();
  const { git, folder } = client;

  function write(name: string, content: string | Uint8Array): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  async function save(): Promise<void> {
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", "save");
  }

  await git("init", "--quiet", "--initial-branch=main", `--object-format=${format}`);
  for (const [name, content] of Object.entries(files)) write(name, content);
  if (Object.keys(files).length > 0) await save();
  return { ...client, write, save };
}
