import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TokenFileError } from "./errors.ts";

export interface TokenSources {
  /** `--token`. */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
}

export interface FoundToken {
  readonly token: string;
  /** `--token`, the variable's name, or the file's path: for a person to read. */
  readonly source: string;
}

/**
 * Finds the token as the Hub's own tools do (huggingface_hub `utils/_auth.py`, `constants.py`): the flag, `HF_TOKEN`,
 * `HUGGING_FACE_HUB_TOKEN`, the file `HF_TOKEN_PATH`, else `token` under `HF_HOME`, which defaults to `huggingface` in the cache directory.
 * What is empty once trimmed counts as not there.
 * @returns null: there is none
 * @throws {TokenFileError} the file is there and cannot be read
 */
export function resolveToken({ flag, env, home }: TokenSources): FoundToken | null {
  const given = [
    { token: flag, source: "--token" },
    { token: env["HF_TOKEN"], source: "HF_TOKEN" },
    { token: env["HUGGING_FACE_HUB_TOKEN"], source: "HUGGING_FACE_HUB_TOKEN" },
  ];
  for (const { token, source } of given) {
    const trimmed = token?.trim();
    if (trimmed) return { token: trimmed, source };
  }
  const file = tokenFile(env, home);
  const token = readToken(file);
  return token ? { token, source: file } : null;
}

function tokenFile(env: TokenSources["env"], home: string): string {
  const path = (name: string): string | null => {
    const value = env[name];
    return value ? value.replace(/^~(?=\/|$)/, home) : null;
  };
  const cache = path("XDG_CACHE_HOME") ?? join(home, ".cache");
  const hfHome = path("HF_HOME") ?? join(cache, "huggingface");
  return path("HF_TOKEN_PATH") ?? join(hfHome, "token");
}

function readToken(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new TokenFileError({
      what: `cannot read the token file ${file}`,
      why: String(code ?? error),
      hint: "Make it readable for you, or give the token with HF_TOKEN",
      cause: error,
    });
  }
}
