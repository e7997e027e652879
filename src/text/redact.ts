/** Placeholder for a secret. */
export const redacted = "[redacted]";

/** Minimum length of a redacted secret, in UTF-16 units; shorter ones occur in unrelated words. */
const shortestSecret = 6;

/**
 * Returns the forms in which secrets may occur in foreign text: plain, escaped for JSON or a URL, in base64,
 * base64url or hex, and as UTF-8 read as Latin-1. Longer forms come first, so that replacing a form leaves no
 * rest of a longer one.
 */
function formsOf(secrets: readonly string[]): readonly string[] {
  const known = formsBySecrets.get(secrets);
  if (known !== undefined) return known;
  const all = secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOfOne);
  const forms = [...new Set(all)].toSorted((a, b) => b.length - a.length);
  formsBySecrets.set(secrets, forms);
  return forms;
}

/** Cached forms by list of secrets; all deliveries of a route share one list. */
const formsBySecrets = new WeakMap<readonly string[], readonly string[]>();

function formsOfOne(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Node reads header bytes as Latin-1.
  const texts = [secret, bytes.toString("latin1")];
  return [
    ...texts,
    ...texts.map((text) => JSON.stringify(text).slice(1, -1)),
    ...texts.map((text) => encodeURIComponent(text.toWellFormed())),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

/** Returns the length of the longest form of the secrets in UTF-16 units; 0 if none is redacted. */
export function longestForm(secrets: readonly string[]): number {
  return formsOf(secrets)[0]?.length ?? 0;
}

/**
 * Redacts secrets in a text, including one of which only the first six or more characters precede the end of
 * the text or an ellipsis. Ignores secrets shorter than six characters.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = withoutCut(clean.replaceAll(form, redacted), form, ellipsis);
  return clean;
}

/**
 * Redacts secrets in bytes as `redactText` does in a text. Returns the same array if it contains none.
 */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const forms = formsOf(secrets);
  if (forms.length === 0) return bytes;
  // Latin-1 maps each byte to one character, so all other bytes stay the same.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let clean = text;
  for (const form of forms) {
    const wanted = Buffer.from(form).toString("latin1");
    clean = withoutCut(clean.replaceAll(wanted, redacted), wanted, ellipsisBytes);
  }
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

const ellipsis = "…";
/** The ellipsis in UTF-8, read as Latin-1. */
const ellipsisBytes = Buffer.from(ellipsis).toString("latin1");

/** Redacts the first six or more characters of a form at the end of a text or before an ellipsis. */
function withoutCut(text: string, form: string, cut: string): string {
  return text
    .split(cut)
    .map((part) => {
      for (let length = Math.min(form.length - 1, part.length); length >= shortestSecret; length -= 1) {
        if (part.endsWith(form.slice(0, length))) return part.slice(0, -length) + redacted;
      }
      return part;
    })
    .join(cut);
}
