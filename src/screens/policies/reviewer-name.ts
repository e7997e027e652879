import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);
const maxCharacters = 100;

/** Returns the reviewer's name: git's `user.name` in this folder, or else the name of the account. */
export async function reviewerName(folder: string): Promise<string> {
  const gitName = await run("git", ["config", "user.name"], { cwd: folder, timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  return (gitName === "" ? accountName() : gitName).slice(0, maxCharacters);
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // Accounts in containers may have no entry.
    return "unknown";
  }
}
