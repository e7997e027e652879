import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const maxCharacters = 100;

/** Resolves with git's `user.name` in this directory, or else the account's name, cut to 100 characters. */
export async function reviewerName(folder: string): Promise<string> {
  const gitName = await runFile("git", ["config", "user.name"], { cwd: folder, timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  return (gitName === "" ? accountName() : gitName).slice(0, maxCharacters);
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user ID of a container may have no account.
    return "unknown";
  }
}
