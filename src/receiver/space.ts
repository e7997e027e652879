/** How a receiver is reached in a Space of the Hub, which needs no tunnel. */
export interface SpaceAddress {
  /** What it must listen on. */
  readonly host: string;
  readonly port: number;
  /** Where the internet reaches it, without a trailing slash. */
  readonly url: string;
}

/**
 * Where a receiver listens when it runs in a Space, which the Hub tells it by `SPACE_ID` and `SPACE_HOST`; null: it does not run in one.
 * A Space forwards to port 7860 unless its README says otherwise (https://huggingface.co/docs/hub/spaces-sdks-docker).
 */
export function spaceOf(env: Readonly<Record<string, string | undefined>>): SpaceAddress | null {
  const { SPACE_ID: id, SPACE_HOST: host } = env;
  if (!id || !host) return null;
  return { host: "0.0.0.0", port: 7860, url: `https://${host}` };
}
