/** What git asks over HTTP: of a model at `/{owner}/{name}`, of others under the plural of their type; `.git` may follow the name. */
const gitPath = /^\/(?:(?:datasets|spaces)\/)?[^/]+\/[^/]+\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

const commitPath = /^\/api\/(?:models|datasets|spaces)\/[^/]+\/[^/]+\/commit\/[^/]+$/;

/** Whether git asks: it shows the token as the password of a `Basic` authorization. */
export function isGitPath(path: string): boolean {
  return gitPath.test(path);
}

/** A file of 100 MB, in base64. */
const commitLimitBytes = 140 * 1024 * 1024;

/** Git itself limits the pack, and says so (`receive.maxInputSize`). */
const pushLimitBytes = 4 * 1024 ** 3;

/** How much a request may bring where its handler reads it as it comes; null: an ordinary one. */
export function streamLimit(method: string, path: string): number | null {
  if (method !== "POST") return null;
  if (isGitPath(path)) return pushLimitBytes;
  return commitPath.test(path) ? commitLimitBytes : null;
}
