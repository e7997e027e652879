import { idOfName } from "./ids.ts";

export interface RepoRef {
  readonly type: string;
  /** `owner/name`. */
  readonly name: string;
}

/** State of a repo at the time of an event. */
export interface RepoNow extends RepoRef {
  readonly id: string;
  readonly private: boolean;
  /** Tags of its README; absent if unknown. */
  readonly tags?: readonly string[];
  /** Head of main; null without commits. */
  readonly headSha: string | null;
}

/** Path of a repo's pages: models at the root, others under the plural of their type. */
export function repoUrls(endpoint: string, { type, name }: RepoRef): { web: string; api: string } {
  const web = type === "model" ? name : `${type}s/${name}`;
  return { web: `${endpoint}/${web}`, api: `${endpoint}/api/${type}s/${name}` };
}

/** `me` of `me/corpus`. */
export function ownerOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** Subdomain of a space. */
export function subdomainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** A repo that a hub does not have: public, with an id that follows from its name. */
export function unknownRepo({ type, name }: RepoRef, headSha: string | null): RepoNow {
  return { type, name, id: idOfName(`${type}:${name}`), private: false, headSha };
}

/** The `repo` of a payload, without what depends on the scope. */
export function repoPart(endpoint: string, repo: RepoNow): Record<string, unknown> {
  const { type, name, id, private: isPrivate, tags } = repo;
  return {
    type,
    name,
    id,
    private: isPrivate,
    owner: ownerPart(name),
    url: repoUrls(endpoint, repo),
    ...(type === "space" ? { subdomain: subdomainOf(name) } : {}),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  };
}

/** The `movedTo` of a payload. */
export function movedToPart(name: string): { name: string; owner: { id: string } } {
  return { name, owner: ownerPart(name) };
}

function ownerPart(name: string): { id: string } {
  return { id: idOfName(ownerOf(name)) };
}
