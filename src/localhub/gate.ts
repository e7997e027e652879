import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { refusal } from "./refusal.ts";
import { isGitPath } from "./routes/git-paths.ts";
import { openPaths } from "./routes/open-paths.ts";

/** Refuses requests without the token before their body is read. Git sends it as the password of any user. */
export function gate(token: string): MiddlewareHandler {
  const wanted = digest(token);
  const isToken = (given: string | undefined): boolean =>
    // Digests have one length and are compared in constant time: neither text nor length leaks.
    given !== undefined && timingSafeEqual(digest(given), wanted);
  return async (context, next) => {
    const { path } = context.req;
    const authorization = context.req.header("authorization") ?? "";
    const isGit = isGitPath(path);
    if (
      openPaths.has(path) ||
      isToken(bearerToken(authorization)) ||
      (isGit && isToken(basicPassword(authorization)))
    ) {
      return next();
    }
    return refusal(
      401,
      "Invalid credentials in Authorization header",
      // Without this header git does not ask for a password.
      isGit ? { "www-authenticate": 'Basic realm="The token of this hub is the password"' } : {},
    );
  };
}

function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function basicPassword(authorization: string): string | undefined {
  const credentials = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  if (credentials === undefined) return undefined;
  const text = Buffer.from(credentials, "base64").toString();
  return text.slice(text.indexOf(":") + 1);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
