/** Paths of git: models at `/{owner}/{name}`, others under the plural of their type, with an optional `.git`. */
const gitPath = /^\/(?:(?:datasets|spaces)\/)?[^/]+\/[^/]+\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

const commitPath = /^\/api\/(?:models|datasets|spaces)\/[^/]+\/[^/]+\/commit\/[^/]+$/;

/** Returns true for a path of git, which sends the token as the password of a `Basic` authorization. */
export function isGitPath(path: string): boolean {
  return gitPath.test(path);
}

/** A file of 100 MB, in base64. */
const commitLimitBytes = 140 * 1024 * 1024;

/** Git limits the pack with a message of its own (`receive.maxInputSize`). */
const pushLimitBytes = 4 * 1024 ** 3;

/** Body limit of a request that its handler reads as a stream; null for an ordinary request. */
export function streamLimit(method: string, path: string): number | null {
  if (method !== "POST") return null;
  if (isGitPath(path)) return pushLimitBytes;
  return commitPath.test(path) ? commitLimitBytes : null;
}
