import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TokenFileError } from "./errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface TokenSources {
  /** Value of `--token`: a token, or the name of a stored token. */
  readonly flag?: string | undefined;
  readonly env: Environment;
  /** The user's home directory. */
  readonly home: string;
}

export interface FoundToken {
  readonly token: string;
  /** Source of the token for display: `--token`, the variable's name, or the path of the file. */
  readonly source: string;
  /**
   * Entry of the token in `stored_tokens` of the Hub's tools; null without one, and for a token from a
   * variable.
   */
  readonly stored: StoredToken | null;
}

/**
 * Finds the token as the Hub's own tools do (huggingface_hub `utils/_auth.py`, `constants.py`): the flag,
 * `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN`, the file `HF_TOKEN_PATH`, else the file `token` under `HF_HOME`,
 * which defaults to `huggingface` in the cache directory.
 * That file contains the active token; `stored_tokens` beside it contains all tokens by name. Blank values
 * count as absent.
 * @returns null without a token
 * @throws {TokenFileError} a file exists but cannot be read
 */
export function resolveToken({ flag, env, home }: TokenSources): FoundToken | null {
  const file = tokenFile(env, home);
  const stored = () => readStoredTokens(join(dirname(file), "stored_tokens"));
  const given = flag?.trim();
  if (given) {
    const named = stored().find(({ name }) => name === given) ?? null;
    return { token: named?.token ?? given, source: "--token", stored: named };
  }
  for (const source of ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"]) {
    const token = env[source]?.trim();
    if (token) return { token, source, stored: null };
  }
  const token = readIfThere(file)?.trim();
  if (!token) return null;
  return { token, source: file, stored: stored().find((one) => one.token === token) ?? null };
}

function tokenFile(env: Environment, home: string): string {
  const path = (name: string): string | null => {
    const value = env[name];
    if (!value) return null;
    // Unset variables are kept as written, as in Python's `expandvars`.
    return value
      .replace(/^~(?=\/|$)/, home)
      .replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced, bare) => env[braced ?? bare] ?? whole);
  };
  const cache = path("XDG_CACHE_HOME") ?? join(home, ".cache");
  const hfHome = path("HF_HOME") ?? join(cache, "huggingface");
  return path("HF_TOKEN_PATH") ?? join(hfHome, "token");
}

/** Named token of the Hub's own tools: `hf auth login` adds one, `hf auth switch` activates one. */
export interface StoredToken {
  readonly name: string;
  readonly token: string;
  /** Expiry of a token from a browser login, renewed by the Hub's tools; null if it never expires. */
  readonly expiresAtMs: number | null;
}

/**
 * Reads the named tokens of the INI file `stored_tokens`. Returns an empty list if it does not exist.
 * Source: huggingface_hub `_read_stored_tokens_full` in `utils/_auth.py`.
 * @throws {TokenFileError} the file exists but cannot be read
 */
function readStoredTokens(file: string): readonly StoredToken[] {
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

/**
 * Reads a token file, without a byte order mark. Returns null if it does not exist.
 * @throws {TokenFileError} it exists but cannot be read
 */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new TokenFileError({
      what: `cannot read the token file ${file}`,
      why: String(code ?? error),
      hint: "Make the file readable, or set HF_TOKEN",
      cause: error,
    });
  }
}
