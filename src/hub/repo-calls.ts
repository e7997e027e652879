import { z } from "zod";
import type { Caller } from "./call.ts";

/** Calls of the Hub's API for repos. */
export interface RepoCalls {
  /**
   * Lists the names of the newest repos of a type, at most 200.
   * @param author owner of the repos; null for those of all owners
   */
  listRepos(type: "model" | "dataset" | "space", author: string | null): Promise<readonly string[]>;
}

const reposResponse = z.array(z.looseObject({ id: z.string() }));

/** Maximum repos of a response. */
const limit = 200;

/** Creates the calls. */
export function createRepoCalls(caller: Caller): RepoCalls {
  return {
    async listRepos(type, author) {
      const query = new URLSearchParams({
        limit: String(limit),
        sort: "createdAt",
        ...(author === null ? {} : { author }),
      });
      const path = `/api/${type}s?${query.toString()}`;
      const repos = await caller.json({ method: "GET", path, what: `list the ${type}s` }, reposResponse);
      return repos.map(({ id }) => id);
    },
  };
}
