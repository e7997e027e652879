import { UsageError } from "../model/errors.ts";

/** Endpoint of the Hugging Face Hub. */
export const defaultEndpoint = "https://huggingface.co";

export interface EndpointSources {
  /** Value of `--endpoint`. */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Resolves the address of the hub, without a trailing slash: the flag, else `HF_ENDPOINT`, else the Hub. An
 * empty variable counts as unset, as in the Hub's own tools.
 * @throws {UsageError}
 */
export function resolveEndpoint({ flag, env }: EndpointSources): string {
  if (flag !== undefined) return readEndpoint(flag, "--endpoint");
  const fromEnv = env["HF_ENDPOINT"]?.trim();
  return fromEnv ? readEndpoint(fromEnv, "HF_ENDPOINT") : defaultEndpoint;
}

function readEndpoint(text: string, source: string): string {
  const url = URL.parse(text.trim());
  const hint = `Write an address such as ${defaultEndpoint} or http://127.0.0.1:7870`;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new UsageError({ what: `${source} is not the address of a hub`, why: `"${text}"`, hint });
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError({
      what: `${source} contains a user name or password`,
      why: url.host,
      hint: "Set the token with --token or HF_TOKEN",
    });
  }
  if (url.search !== "" || url.hash !== "") {
    throw new UsageError({ what: `${source} has a query or a fragment`, why: `"${text}"`, hint });
  }
  return url.href.replace(/\/+$/, "");
}

/** Base URL for the client of a local hub in this process; no port is opened. */
export const localHubInside = "http://127.0.0.1";

/** Returns the endpoint as an error names it. */
export function endpointName(endpoint: string): string {
  return endpoint === localHubInside ? "the local hub" : endpoint;
}

/** Returns the address of a webhook's page on a hub. */
export const webhookPage = (endpoint: string, webhookId: string): string =>
  `${endpoint}/settings/webhooks/${webhookId}`;
