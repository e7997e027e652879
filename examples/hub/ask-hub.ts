/** The Hub, or what HF_ENDPOINT names: `hooklens hub` prints one to try these examples with. */
export const endpoint = (process.env["HF_ENDPOINT"] || "https://huggingface.co").replace(/\/+$/, "");

export interface Question {
  /** Absent: a GET. */
  readonly post?: unknown;
  /** Of the request that is being answered: nobody waits any more when it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Calls the Hub's API with HF_TOKEN.
 * @param path from the endpoint on. Not an address out of a payload: whoever may send one could have the
 * token sent to himself
 * @returns the answer's JSON
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
    throw new Error(`the Hub answers ${response.status} to ${path}: ${await response.text()}`);
  return response.json();
}

/** A file of a repo at a revision, as text; null where there is none. */
export async function readRepoFile(path: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(endpoint + path, { headers: credentials(), signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the Hub answers ${response.status} to ${path}`);
  return response.text();
}

/** The header with HF_TOKEN; none without it. */
export function credentials(): Record<string, string> {
  const token = process.env["HF_TOKEN"];
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** The name of the account HF_TOKEN belongs to. */
export async function accountName(signal: AbortSignal): Promise<string> {
  const { name } = (await askHub("/api/whoami-v2", { signal })) as { name: string };
  return name;
}
