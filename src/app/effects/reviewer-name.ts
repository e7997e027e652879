import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);
const mostCharacters = 100;

/** Returns the reviewer's name: git's `user.name` in this folder, or else the name of the account. */
export async function reviewerName(folder: string): Promise<string> {
  const ofGit = await run("git", ["config", "user.name"], { cwd: folder, timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  return (ofGit === "" ? accountName() : ofGit).slice(0, mostCharacters);
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // Accounts in containers may have no entry.
    return "unknown";
  }
}
