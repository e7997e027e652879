import { z } from "zod";
import type { ListedType, WatchedItem } from "../model/watched-item.ts";
import type { Caller } from "./call.ts";
import { HubRefusedError, HubUnauthorizedError } from "./errors.ts";

/** Calls of the Hub's API for repos. */
export interface RepoCalls {
  /**
   * Lists the names of the newest repos of a type, at most 200.
   * @param author owner of the repos; null for those of all owners
   */
  listRepos(type: ListedType, author: string | null): Promise<readonly string[]>;
  /** Searches the names of repos of a type for a text: at most 10, in one attempt of 2 s. */
  searchRepos(type: ListedType, text: string): Promise<readonly string[]>;
  /**
   * Returns true if the hub shows a repo, a user or an organization to this token; null for a type without a lookup.
   */
  isVisible(item: WatchedItem): Promise<boolean | null>;
}

/** Lookup paths of items by type. */
const itemPaths: Readonly<Record<string, (name: string) => string>> = {
  model: (name) => `/api/models/${name}`,
  dataset: (name) => `/api/datasets/${name}`,
  space: (name) => `/api/spaces/${name}`,
  user: (name) => `/api/users/${name}/overview`,
  org: (name) => `/api/organizations/${name}/overview`,
};

const reposResponse = z.array(z.looseObject({ id: z.string() }));

/** Maximum repos of a response. */
const limit = 200;
/** Maximum repos of a search, and its limit in milliseconds: a person is typing. */
const search = { limit: 10, timeoutMs: 2_000 };

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
    async searchRepos(type, text) {
      const query = new URLSearchParams({ search: text, limit: String(search.limit) });
      const path = `/api/${type}s?${query.toString()}`;
      const { timeoutMs } = search;
      const what = `search the ${type}s`;
      const repos = await caller.json({ method: "GET", path, what, timeoutMs, isOnce: true }, reposResponse);
      return repos.map(({ id }) => id);
    },
    async isVisible({ type, name }) {
      const pathOf = Object.hasOwn(itemPaths, type) ? itemPaths[type] : undefined;
      if (pathOf === undefined) return null;
      const path = pathOf(name.split("/").map(encodeURIComponent).join("/"));
      try {
        await caller.send({ method: "GET", path, what: `look up ${type}:${name}` });
        return true;
      } catch (error) {
        // The Hub answers 401 for a repo hidden from this token.
        if (error instanceof HubUnauthorizedError) return false;
        if (error instanceof HubRefusedError && error.status === 404) return false;
        throw error;
      }
    },
  };
}
