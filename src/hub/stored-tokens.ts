import { readIfThere } from "./read-if-there.ts";

/** A token the Hub's own tools keep under a name: `hf auth login` adds one, `hf auth switch` makes one the active token. */
export interface StoredToken {
  readonly name: string;
  readonly token: string;
  /** Expiry of a token from a browser login, which the Hub's tools renew; null without expiry. */
  readonly expiresAtMs: number | null;
}

/**
 * The named tokens of the INI file `stored_tokens`; none where there is no file.
 * Source: huggingface_hub `_read_stored_tokens_full` in `utils/_auth.py`.
 * @throws {TokenFileError} the file exists but cannot be read
 */
export function readStoredTokens(file: string): readonly StoredToken[] {
  const sections: { readonly name: string; readonly fields: Map<string, string> }[] = [];
  for (const line of (readIfThere(file) ?? "").split(/\r?\n/)) {
    const name = /^\[(.+)\]/.exec(line)?.[1];
    if (name !== undefined) sections.push({ name, fields: new Map() });
    const [, key, value] = /^([^\s#;[][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) sections.at(-1)?.fields.set(key.toLowerCase(), value);
  }
  return sections.flatMap(({ name, fields }) => {
    const token = fields.get("hf_token");
    const expiresAt = Number(fields.get("expires_at") ?? Number.NaN);
    return token ? [{ name, token, expiresAtMs: Number.isNaN(expiresAt) ? null : expiresAt * 1000 }] : [];
  });
}
