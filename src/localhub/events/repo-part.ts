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

/** The `repo` of a payload, without what depends on the scope. */
export function repoPart(endpoint: string, repo: RepoRef): Record<string, unknown> {
  return {
    type: repo.type,
    name: repo.name,
    id: idOfName(`${repo.type}:${repo.name}`),
    private: false,
    owner: { id: idOfName(ownerOf(repo.name)) },
    url: repoUrls(endpoint, repo),
    ...(repo.type === "space" ? { subdomain: repo.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") } : {}),
  };
}
