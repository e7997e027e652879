import { hiddenSecrets, redacted, redactWhole } from "./redact.ts";

/** Matches the names of headers and parameters whose values are credentials. */
const credentialName =
  /token|secret|passw(?:or)?d|passphrase|credential|cookie|session|jwt|auth(?!or(?!i[sz]))|(?<![a-z])(?:api|access|app|client|license|master|private|service|shared|signing|ssh)?key(?![a-z])/i;

/** Lowercase names that match `credentialName`, but hold no credentials. */
const harmlessNames: ReadonlySet<string> = new Set([
  "idempotency-key",
  "x-idempotency-key",
  "sec-websocket-key",
  "surrogate-key",
]);

/** Returns true if the header name indicates a credential. */
export function isCredentialHeader(name: string): boolean {
  return credentialName.test(name) && !harmlessNames.has(name.toLowerCase());
}

/** Returns true if the name of a URL parameter indicates a credential. A signature alone gives access. */
function isCredentialParameter(name: string): boolean {
  return credentialName.test(name) || /^(?:.*[-_])?sig(?:nature)?$/i.test(name);
}

/** Redacts the credentials in the query of a URL or request target, by name. */
export function redactQuery(target: string): string {
  if (!target.includes("=")) return target;
  return target.replaceAll(/(?<=[?&#])[^?&#]+/g, (parameters) => {
    for (const { 1: name = "", index, 0: part } of parameters.matchAll(/([^=;]+)=/g)) {
      // A value may contain a semicolon; the rest is redacted with it.
      if (isCredentialParameter(decodedName(name)))
        return parameters.slice(0, index + part.length) + redacted;
    }
    return parameters;
  });
}

function decodedName(name: string): string {
  return name.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Redacts the credentials in a URL: its password, credentials in the query, and all secrets hidden by this process.
 */
export function redactUrl(url: string): string {
  const named = redactQuery(url.replace(/^([a-z][\w+.-]*:\/\/[^/?#@:]*):[^/?#@]*@/i, `$1:${redacted}@`));
  return redactWhole(named, hiddenSecrets());
}

/**
 * Replaces the placeholders in a URL, whose host may differ, by the credentials of another URL. Returns null if a
 * credential is missing.
 */
export function withCredentialsOf(present: string, redactedUrl: string): string | null {
  const place = /(?<start>:\/\/[^/?#@:]*:|(?<=[?&#])[^?&#]*=)\[redacted\](?=(?<end>[?&#@]|$))/g;
  const restored = redactedUrl.replaceAll(place, (whole, start: string, end: string) => {
    const isPassword = start.startsWith("://");
    // Not a whole value.
    if (isPassword !== (end === "@")) return whole;
    const at = isPassword
      ? present.indexOf(start)
      : present.search(RegExp(`(?<=[?&#])${RegExp.escape(start)}`));
    if (at === -1) return whole;
    const value = present.slice(at + start.length);
    return start + value.slice(0, value.search(isPassword ? /@|$/ : /[?&#]|$/));
  });
  if (!restored.includes(redacted)) return restored;
  // A secret may also be in the path or inside a value.
  const [base, rest] = partsOf(restored);
  const [, ownRest] = partsOf(present);
  const isSame = redactUrl(rest) === redactUrl(ownRest);
  return isSame && !base.includes(redacted) ? base + ownRest : null;
}

/** Splits a URL at the end of its host. */
function partsOf(url: string): readonly [base: string, rest: string] {
  const end = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0;
  return [url.slice(0, end), url.slice(end)];
}
