import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header carries this token. Digests are compared, in constant time, so that neither text nor length leaks. */
export function bearerMatches(token: string): (authorization: string | null) => boolean {
  return tokenMatches(token, /^bearer +(\S+) *$/i, (credentials) => credentials);
}

/** Whether it carries the token as the password of any user: what git sends. */
export function basicMatches(token: string): (authorization: string | null) => boolean {
  return tokenMatches(token, /^basic +([A-Za-z0-9+/=]+) *$/i, (credentials) => {
    const text = Buffer.from(credentials, "base64").toString();
    return text.slice(text.indexOf(":") + 1);
  });
}

function tokenMatches(
  token: string,
  scheme: RegExp,
  tokenOf: (credentials: string) => string,
): (authorization: string | null) => boolean {
  const wanted = digest(token);
  return (authorization) => {
    const given = scheme.exec(authorization ?? "")?.[1];
    return given !== undefined && timingSafeEqual(digest(tokenOf(given)), wanted);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
