/** Placeholder for a secret. */
export const redacted = "[redacted]";

/** Minimum length of a redacted secret; shorter ones occur in unrelated words. */
const shortestSecret = 6;

/**
 * Returns the forms of secrets in foreign text: plain, in JSON, in a URL, in Base64 and hex of one alone, and as UTF-8 read as Latin-1.
 * The longest come first, so that replacing one leaves no rest of another.
 */
function formsOf(secrets: readonly string[]): readonly string[] {
  const known = formsBySecrets.get(secrets);
  if (known !== undefined) return known;
  const all = secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOfOne);
  const forms = [...new Set(all)].toSorted((a, b) => b.length - a.length);
  formsBySecrets.set(secrets, forms);
  return forms;
}

/** Cached by list, because all deliveries of a route share one. */
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
 * Redacts secrets in a text, also a secret that is cut off at the end or before an ellipsis. Secrets shorter than six characters are
 * ignored.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = withoutCut(clean.replaceAll(form, redacted), form);
  return clean;
}

/** Redacts secrets in bytes. Returns the same array if there are none. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const forms = formsOf(secrets);
  if (forms.length === 0) return bytes;
  // One character a byte, so that all other bytes stay the same.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let clean = text;
  for (const form of forms) {
    const wanted = Buffer.from(form).toString("latin1");
    clean = withoutCut(clean.replaceAll(wanted, redacted), wanted);
  }
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

/** Finds the start of a form at the end of a text or before an ellipsis. */
function withoutCut(text: string, form: string): string {
  return text
    .split("…")
    .map((part) => {
      for (let length = Math.min(form.length - 1, part.length); length >= shortestSecret; length -= 1) {
        if (part.endsWith(form.slice(0, length))) return part.slice(0, -length) + redacted;
      }
      return part;
    })
    .join("…");
}
