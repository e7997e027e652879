import { dirname, join } from "node:path";
import { readIfThere } from "./read-if-there.ts";
import { readStoredTokens, type StoredToken } from "./stored-tokens.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface TokenSources {
  /** `--token`: a token, or the name of one that the Hub's own tools keep. */
  readonly flag?: string | undefined;
  readonly env: Environment;
  /** The user's home directory. */
  readonly home: string;
}

export interface FoundToken {
  readonly token: string;
  /** `--token`, the variable's name, or the file's path: for display. */
  readonly source: string;
  /** Entry in `stored_tokens` of the Hub's tools, or null. */
  readonly stored: StoredToken | null;
}

/**
 * Finds the token as the Hub's own tools do (huggingface_hub `utils/_auth.py`, `constants.py`): the flag, `HF_TOKEN`,
 * `HUGGING_FACE_HUB_TOKEN`, the file `HF_TOKEN_PATH`, else `token` under `HF_HOME`, which defaults to `huggingface` in the cache directory.
 * That file has the active token; `stored_tokens` beside it has all of them by name. Blank values count as absent.
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
    // Unset variables stay as written (expandvars of Python).
    return value
      .replace(/^~(?=\/|$)/, home)
      .replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced, bare) => env[braced ?? bare] ?? whole);
  };
  const cache = path("XDG_CACHE_HOME") ?? join(home, ".cache");
  const hfHome = path("HF_HOME") ?? join(cache, "huggingface");
  return path("HF_TOKEN_PATH") ?? join(hfHome, "token");
}
