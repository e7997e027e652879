import { NgrokTokenMissingError } from "./errors.ts";
import { ngrokFilePaths, readNgrokToken } from "./ngrok-file.ts";

export interface FoundToken {
  readonly token: string;
  /** Where it is from, for people. */
  readonly source: string;
}

/**
 * The authtoken: from NGROK_AUTHTOKEN, else our own configuration, else ngrok's agent's.
 * @throws {NgrokTokenMissingError | NgrokFileError}
 */
export function findNgrokToken(
  env: Readonly<Record<string, string | undefined>>,
  configured: string | null,
  platform: NodeJS.Platform = process.platform,
): FoundToken {
  const fromEnv = env["NGROK_AUTHTOKEN"]?.trim();
  if (fromEnv) return { token: fromEnv, source: "NGROK_AUTHTOKEN" };
  const fromConfig = configured?.trim();
  if (fromConfig) return { token: fromConfig, source: "the configuration" };
  const fromFile = readNgrokToken(ngrokFilePaths(env, platform));
  if (fromFile === null) throw new NgrokTokenMissingError();
  return { token: fromFile.token, source: fromFile.path };
}
