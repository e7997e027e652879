import { createHash, randomBytes } from "node:crypto";
import { domainOf, type EventName } from "../../model/event.ts";

/** A payload without its `webhook` part, which is added for each webhook. */
export type EventPayload = Readonly<Record<string, unknown>>;

/**
 * Creates the payload (version 3) of an event (https://huggingface.co/docs/hub/webhooks, "Webhook Payloads").
 * Payloads of the domain `repo` contain the head of main if there is one.
 * @param parts further parts of the scope: `updatedRefs`, `movedTo`, `discussion`
 */
export function eventPayload(
  endpoint: string,
  { scope, action }: EventName,
  repo: RepoNow,
  parts: EventPayload,
): EventPayload & { readonly event: EventName; readonly repo: EventPayload } {
  const headSha = domainOf(scope) === "repo" && repo.headSha !== null ? { headSha: repo.headSha } : {};
  return { event: { action, scope }, repo: { ...repoPart(endpoint, repo), ...headSha }, ...parts };
}

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

/** Returns the URLs of a repo. Web pages of models are at the root, others under the plural of their type. */
export function repoUrls(endpoint: string, { type, name }: RepoRef): { web: string; api: string } {
  const web = type === "model" ? name : `${type}s/${name}`;
  return { web: `${endpoint}/${web}`, api: `${endpoint}/api/${type}s/${name}` };
}

/** Returns the owner in a repo's name: `me` for `me/corpus`. */
export function ownerOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** Returns the subdomain of a Space: `me-demo` for `me/demo`. */
export function subdomainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Creates the state of a repo unknown to this hub: public, with an id derived from its type and name. */
export function unknownRepo({ type, name }: RepoRef, headSha: string | null): RepoNow {
  return { type, name, id: idOfName(`${type}:${name}`), private: false, headSha };
}

/** Creates the `repo` of a payload, without `headSha`. */
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

/** Creates the `movedTo` of a payload. */
export function movedToPart(name: string): { name: string; owner: { id: string } } {
  return { name, owner: ownerPart(name) };
}

function ownerPart(name: string): { id: string } {
  return { id: idOfName(ownerOf(name)) };
}

/** Discussion or pull request of a payload. */
export interface DiscussionFacts {
  readonly id: string;
  readonly num: number;
  readonly title: string;
  readonly status: string;
  /** Target branch of a pull request; null for a discussion. */
  readonly base: string | null;
  /** Name of the account. */
  readonly author: string;
  readonly pinned: boolean;
  /** Merge commit; null unless merged. */
  readonly mergeCommitId: string | null;
}

/** Comment of a payload. */
export interface CommentFacts {
  readonly id: string;
  /** Name of the account. */
  readonly author: string;
  /** Text; null if hidden. */
  readonly content: string | null;
}

/** Creates the `discussion` of a payload. */
export function discussionPart(
  endpoint: string,
  repo: RepoRef,
  discussion: DiscussionFacts,
): Record<string, unknown> {
  const { id, num, title, status, base, author, pinned, mergeCommitId } = discussion;
  const urls = repoUrls(endpoint, repo);
  return {
    id,
    num,
    title,
    status,
    isPullRequest: base !== null,
    ...(base === null ? {} : { changes: changesPart(base, mergeCommitId) }),
    author: { id: idOfName(author) },
    url: { web: `${urls.web}/discussions/${num}`, api: `${urls.api}/discussions/${num}` },
    pinned,
  };
}

/** Creates the `changes` of a pull request. */
export function changesPart(
  base: string,
  mergeCommitId: string | null,
): { base: string; mergeCommitId?: string } {
  return { base, ...(mergeCommitId === null ? {} : { mergeCommitId }) };
}

/**
 * Creates the `comment` of a payload. Its URL is that of the discussion, with the id of the comment as
 * fragment.
 */
export function commentPart(
  endpoint: string,
  repo: RepoRef,
  num: number,
  { id, author, content }: CommentFacts,
): Record<string, unknown> {
  const { web } = repoUrls(endpoint, repo);
  return {
    id,
    author: { id: idOfName(author) },
    hidden: content === null,
    ...(content === null ? {} : { content }),
    url: { web: `${web}/discussions/${num}#${id}` },
  };
}

/** Generator of ids. A parameter, so that sample payloads can be reproducible. */
export interface Ids {
  /** Returns 24 hex digits, the form of the Hub's object ids. */
  objectId(): string;
  /** Returns 40 hex digits, the form of a git commit's id. */
  sha(): string;
}

export const randomIds: Ids = {
  objectId: () => randomBytes(12).toString("hex"),
  sha: () => randomBytes(20).toString("hex"),
};

/** Derives an id of 24 hex digits from a name. */
export function idOfName(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}
