import { basicMatches, bearerMatches } from "./bearer.ts";
import { refusal } from "./refusal.ts";
import { isGitPath } from "./routes/git-paths.ts";
import { openPaths } from "./routes/open-paths.ts";

/** The 401 for a request that does not show the token; null: it does, or needs none. Nothing but its head is looked at. */
export type Gate = (path: string, authorization: string | null) => Response | null;

export function makeGate(token: string): Gate {
  const accepts = bearerMatches(token);
  const acceptsOfGit = basicMatches(token);
  return (path, authorization) => {
    if (openPaths.has(path) || accepts(authorization)) return null;
    const isGit = isGitPath(path);
    if (isGit && acceptsOfGit(authorization)) return null;
    return refusal(
      401,
      "Invalid credentials in Authorization header",
      // Without the header git does not ask for a password.
      isGit ? { "www-authenticate": 'Basic realm="The token of this hub is the password"' } : {},
    );
  };
}
