import { z } from "zod";
import type { RepoName } from "../model/delivery.ts";
import { isHooklensError } from "../model/errors.ts";
import { type CallOptions, type Caller, type HubCall, authorization, nameOf } from "./call.ts";
import { HubAnswerError } from "./errors.ts";
import { connectionFailure, statusFailure } from "./failures.ts";
import { parseJson } from "./hub-message.ts";

/** Revision of a repo and its files. */
export interface RepoRevision {
  /** Commit of the revision. */
  readonly sha: string;
  readonly files: readonly RepoFile[];
}

export interface RepoFile {
  /** Path in the repo, with slashes. Written by others. */
  readonly path: string;
  /** Size in bytes; null if the hub does not say. */
  readonly bytes: number | null;
}

/** Calls of the Hub's API for the files of repos. */
export interface RepoFileCalls {
  /** Returns the commit and the files of a branch, a tag or a commit. */
  readRevision(repo: RepoName, revision: string): Promise<RepoRevision>;
  /**
   * Downloads a file of a commit.
   * @throws {HubAnswerError} the file is longer than `maxBytes`
   */
  readRepoFile(repo: RepoName, sha: string, path: string, maxBytes: number): Promise<Uint8Array>;
}

const revisionResponse = z.looseObject({
  sha: z.string().regex(/^[0-9a-f]{40,64}$/i),
  siblings: z.array(z.looseObject({ rfilename: z.string(), size: z.number().nullish() })),
});

/** Limit for a download in milliseconds, from the connection to the end of the file. */
const downloadMs = 60_000;
/** Maximum redirects of a download. The Hub serves small files at another path, and large ones on other hosts. */
const maxRedirects = 3;

/** Creates the calls. */
export function createRepoFileCalls(caller: Caller, options: CallOptions): RepoFileCalls {
  return {
    async readRevision(repo, revision) {
      const path = `/api/${repo.type}s/${encoded(repo.name)}/revision/${encodeURIComponent(revision)}?blobs=true`;
      const what = `read ${revision} of ${repo.type}:${repo.name}`;
      const { sha, siblings } = await caller.json({ method: "GET", path, what }, revisionResponse);
      return {
        sha,
        files: siblings.map(({ rfilename, size }) => ({ path: rfilename, bytes: size ?? null })),
      };
    },
    readRepoFile(repo, sha, file, maxBytes) {
      const prefix = repo.type === "model" ? "" : `/${repo.type}s`;
      const path = `${prefix}/${encoded(repo.name)}/resolve/${sha}/${encoded(file)}`;
      const what = `download ${file} of ${repo.type}:${repo.name}`;
      return download(options, { method: "GET", path, what, timeoutMs: downloadMs }, maxBytes);
    },
  };
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Downloads a file. Follows redirects, and sends the token only to the hub itself. */
async function download(options: CallOptions, call: HubCall, maxBytes: number): Promise<Uint8Array> {
  const name = nameOf(call, options);
  const home = new URL(options.endpoint);
  let url = new URL(`${options.endpoint}${call.path}`);
  try {
    const signal = AbortSignal.timeout(name.timeoutMs);
    for (let redirects = 0; ; redirects++) {
      const headers = url.origin === home.origin ? authorization(options.token) : {};
      const response = await options.fetch(new Request(url.href, { headers, redirect: "manual", signal }));
      const { status, body } = response;
      if (status === 200) return await bytesOf(body, maxBytes, name.what);
      const location = response.headers.get("location");
      const target = location === null ? null : URL.parse(location, url.href);
      const isFollowed = status >= 300 && status < 400 && target?.protocol === home.protocol;
      if (isFollowed && redirects < maxRedirects) {
        await body?.cancel();
        url = target;
        continue;
      }
      const text = await response.text();
      throw statusFailure(name, { status, headers: response.headers, body: parseJson(text) ?? text });
    }
  } catch (error) {
    throw isHooklensError(error) ? error : connectionFailure(name, error);
  }
}

async function bytesOf(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  what: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > maxBytes) {
      throw new HubAnswerError({
        what: `could not ${what}`,
        why: `it has more than ${maxBytes} bytes`,
        hint: "Keep policies in smaller files",
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
