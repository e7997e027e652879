import { randomBytes } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { errorText } from "../model/errors.ts";
import { HubTokenFileError } from "./errors.ts";

export interface HubToken {
  readonly token: string;
  /** Path of the token file. */
  readonly file: string;
  /** True if this call created the token. */
  readonly made: boolean;
}

/**
 * Returns the token in the file `hub-token` of the data directory, which must exist. Creates the token on
 * first use, readable by its owner only; corrects the mode of an existing file. Concurrent callers get the
 * same token.
 * @throws {HubTokenFileError}
 */
export function readOrMakeToken(dataDir: string): HubToken {
  return withTokenFile(dataDir, (file) => {
    const kept = readValidToken(file);
    return kept ? { token: kept, file, made: false } : { ...makeToken(file, kept === ""), file };
  });
}

/** Checks the file `hub-token` of a data directory, which may be missing. @throws {HubTokenFileError} */
export function checkTokenFile(dataDir: string): void {
  withTokenFile(dataDir, readValidToken);
}

function withTokenFile<T>(dataDir: string, use: (file: string) => T): T {
  const file = join(dataDir, "hub-token");
  try {
    return use(file);
  } catch (error) {
    if (error instanceof HubTokenFileError) throw error;
    throw new HubTokenFileError({
      what: `cannot use ${file} for the local hub's token`,
      why: error instanceof Error && "code" in error ? String(error.code) : errorText(error),
      hint: "Check the owner of the data directory, or choose another with --data-dir",
      cause: error,
    });
  }
}

/** Returns the token of a file; null if the file is missing. @throws {HubTokenFileError} it is not a token */
function readValidToken(file: string): string | null {
  const kept = readToken(file);
  if (!kept || /^[\x21-\x7e]+$/.test(kept)) return kept;
  throw new HubTokenFileError({
    what: `${file} does not contain a token`,
    why: "it has spaces or characters that no token has",
    hint: "Delete the file and start hooklens again: the local hub then creates a new token",
  });
}

function readToken(file: string): string | null {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return readTextWithin(file).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function makeToken(file: string, replace: boolean): { token: string; made: boolean } {
  const token = `hf_local_${randomBytes(24).toString("base64url")}`;
  if (writeFileAtomic(file, `${token}\n`, { mode: 0o600, replace })) return { token, made: true };
  // Another process was faster. An empty file is replaced.
  const existing = readToken(file);
  return existing ? { token: existing, made: false } : makeToken(file, true);
}
