import { ngrokErrors } from "./errors.ts";

export interface FoundToken {
  readonly token: string;
  /** Origin of the token, for the user. */
  readonly source: string;
}

/**
 * Returns the authtoken from NGROK_AUTHTOKEN, else from the configuration.
 * @throws {TunnelError} ngrok-token-missing
 */
export function findNgrokToken(
  env: Readonly<Record<string, string | undefined>>,
  configured: string | null,
): FoundToken {
  const fromEnv = env["NGROK_AUTHTOKEN"]?.trim();
  if (fromEnv) return { token: fromEnv, source: "NGROK_AUTHTOKEN" };
  const fromConfig = configured?.trim();
  if (fromConfig) return { token: fromConfig, source: "the configuration" };
  throw ngrokErrors.tokenMissing();
}
