import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);
const mostCharacters = 100;

/**
 * Who reviews: `user.name` as git has it in this folder, since reviews are mostly kept in its repository; without git, or without a
 * name there, the name of the account.
 */
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
    // An account without an entry, as containers have them.
    return "unknown";
  }
}
