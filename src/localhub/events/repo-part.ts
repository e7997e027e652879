import { idOfName } from "./ids.ts";

export interface RepoRef {
  readonly type: string;
  /** `owner/name`. */
  readonly name: string;
}

/** Where a repo's pages are: a model's at the root, the others' under the plural of their type. */
export function repoUrls(endpoint: string, { type, name }: RepoRef): { web: string; api: string } {
  const web = type === "model" ? name : `${type}s/${name}`;
  return { web: `${endpoint}/${web}`, api: `${endpoint}/api/${type}s/${name}` };
}

/** `me` of `me/corpus`. */
export function ownerOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** What a hub knows of a repo that it has. */
export interface KnownRepo {
  readonly id: string;
  readonly private: boolean;
  readonly tags: readonly string[];
}

/** The `repo` of a payload, without what depends on the scope. One this hub does not have is public, and its id follows from its name. */
export function repoPart(endpoint: string, repo: RepoRef, known?: KnownRepo): Record<string, unknown> {
  return {
    type: repo.type,
    name: repo.name,
    id: known?.id ?? idOfName(`${repo.type}:${repo.name}`),
    private: known?.private ?? false,
    owner: { id: idOfName(ownerOf(repo.name)) },
    url: repoUrls(endpoint, repo),
    ...(repo.type === "space" ? { subdomain: repo.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") } : {}),
    ...(known === undefined ? {} : { tags: [...known.tags] }),
  };
}
