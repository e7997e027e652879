/** Stands where something would give somebody access. */
export const redacted = "[redacted]";

/** A shorter text is found in words that have nothing to do with it, and keeps nobody out. */
const shortestSecret = 6;

/**
 * How secrets look in what others write of them: as they are, within JSON, in a URL, in Base64 and hex of one alone, and as one looks to
 * a program that takes the header's UTF-8 for Latin-1. The longest first, so that none leaves the rest of another behind, nor a secret
 * that of one it is the beginning of.
 */
function formsOf(secrets: readonly string[]): readonly string[] {
  const known = formsBySecrets.get(secrets);
  if (known !== undefined) return known;
  const all = secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOfOne);
  const forms = [...new Set(all)].toSorted((a, b) => b.length - a.length);
  formsBySecrets.set(secrets, forms);
  return forms;
}

/** The secrets of a route are the same list for all its deliveries. */
const formsBySecrets = new WeakMap<readonly string[], readonly string[]>();

function formsOfOne(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Node itself reads a header's bytes so.
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

/** How many UTF-16 units the longest look of one of the secrets has; 0: none is looked for. */
export function longestForm(secrets: readonly string[]): number {
  return formsOf(secrets)[0]?.length ?? 0;
}

/**
 * A text without the secrets, also where it was cut off in the middle of one: at its end and before an ellipsis. A secret of less than six
 * characters is not looked for.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = withoutCut(clean.replaceAll(form, redacted), form);
  return clean;
}

/** The same of bytes: an answer's body. They are given back as they are when there is no secret in them. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const forms = formsOf(secrets);
  if (forms.length === 0) return bytes;
  // One character a byte, so that all others stay what they were.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let clean = text;
  for (const form of forms) {
    const wanted = Buffer.from(form).toString("latin1");
    clean = withoutCut(clean.replaceAll(wanted, redacted), wanted);
  }
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

/** What stands at the end, or before an ellipsis, and is how the form begins. */
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
