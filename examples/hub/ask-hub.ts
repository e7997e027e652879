/** URL of the Hub, or HF_ENDPOINT; `hooklens hub env` prints the one of the local hub. */
export const endpoint = (process.env["HF_ENDPOINT"] || "https://huggingface.co").replace(/\/+$/, "");

export interface Question {
  /** JSON body of a POST; undefined for a GET. */
  readonly post?: unknown;
  /** Signal of the webhook request: aborted when its sender no longer waits. */
  readonly signal: AbortSignal;
}

/**
 * Calls the Hub's API with HF_TOKEN.
 * @param path path after the endpoint. Never use a URL from a payload: its sender could redirect the token
 * @returns JSON of the response
 * @throws for anything but 2xx, with what the Hub says
 */
export async function askHub(path: string, { post, signal }: Question): Promise<unknown> {
  const response = await fetch(endpoint + path, {
    method: post === undefined ? "GET" : "POST",
    headers: { ...credentials(), "content-type": "application/json" },
    ...(post === undefined ? {} : { body: JSON.stringify(post) }),
    signal,
  });
  if (!response.ok)
    throw new Error(`the Hub responded ${response.status} to ${path}: ${await response.text()}`);
  return response.json();
}

/** Reads a file of a repo as text; null if it does not exist. @param path from `repoFile` */
export async function readRepoFile(path: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(endpoint + path, { headers: credentials(), signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the Hub responded ${response.status} to ${path}`);
  return response.text();
}

/** Returns the header with HF_TOKEN; no header without a token. */
export function credentials(): Record<string, string> {
  const token = process.env["HF_TOKEN"];
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Returns the name of the account of HF_TOKEN. */
export async function accountName(signal: AbortSignal): Promise<string> {
  const { name } = (await askHub("/api/whoami-v2", { signal })) as { name: string };
  return name;
}
