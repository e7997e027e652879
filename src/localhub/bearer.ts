import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header carries this token. Digests are compared, in constant time, so that neither text nor length leaks. */
export function bearerMatches(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(token);
  return (authorization) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    return given !== undefined && timingSafeEqual(digest(given), wanted);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
