/** Address of a receiver in a Space of the Hub, which needs no tunnel. */
export interface SpaceAddress {
  /** Required listening address. */
  readonly host: string;
  readonly port: number;
  /** Public URL, without a trailing slash. */
  readonly url: string;
}

/**
 * Returns the address if the process runs in a Space, which sets `SPACE_ID` and `SPACE_HOST`; null otherwise.
 * A Space forwards to port 7860 unless its README sets another
 * (https://huggingface.co/docs/hub/spaces-sdks-docker).
 */
export function spaceOf(env: Readonly<Record<string, string | undefined>>): SpaceAddress | null {
  const { SPACE_ID: id, SPACE_HOST: host } = env;
  if (!id || !host) return null;
  return { host: "0.0.0.0", port: 7860, url: `https://${host}` };
}
