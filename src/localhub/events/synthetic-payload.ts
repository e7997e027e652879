import { UsageError } from "../../model/errors.ts";
import { type EventName, isKnownEvent, knownEventNames } from "../../model/event.ts";
import {
  commentPart,
  discussionPart,
  eventPayload,
  type EventPayload,
  type Ids,
  movedToPart,
  randomIds,
  type RepoNow,
  type RepoRef,
  unknownRepo,
} from "./event-payload.ts";

export interface SyntheticEvent extends EventName {
  readonly repo: RepoRef;
  /** State of the repo; null or absent if the hub does not have it. */
  readonly known?: RepoNow | null;
  /** Account that causes the event. */
  readonly account: string;
  /** Endpoint of the hub without a trailing slash, for the addresses in the payload. */
  readonly endpoint: string;
  /** Changes, applied last: JSON values by dotted path. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** Replacement for the generated payload. Its `event` and `repo` always name those of this event. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Generator of the ids. Default: random. */
  readonly ids?: Ids;
}

/**
 * Creates the payload (version 3) of a synthetic event, with every field of its scope
 * (https://huggingface.co/docs/hub/webhooks, "Webhook Payloads").
 * @throws {UsageError} the event is unknown, or a path of `set` is invalid
 */
export function syntheticPayload(event: SyntheticEvent): EventPayload {
  checkKnown(event);
  const { scope, action, repo, endpoint, ids = randomIds } = event;
  const now = event.known ?? unknownRepo(repo, ids.sha());
  const parts = scopePart(event, ids, now);
  const made = eventPayload(endpoint, { scope, action }, now, parts);
  const payload =
    event.payload === undefined ? made : { ...event.payload, ...requested(made, event.payload) };
  return Object.entries(event.set ?? {}).reduce<EventPayload>(
    (changed, [path, value]) => setPath(changed, path, value),
    payload,
  );
}

/**
 * Returns the requested event and repo. Fields of the given repo, such as `headSha`, replace the generated
 * ones if its type and name are the requested ones.
 */
function requested(
  made: { readonly event: EventName; readonly repo: EventPayload },
  given: EventPayload,
): EventPayload {
  const repo = given["repo"];
  const isSame =
    typeof repo === "object" &&
    repo !== null &&
    "name" in repo &&
    "type" in repo &&
    repo.name === made.repo["name"] &&
    repo.type === made.repo["type"];
  return { event: made.event, repo: isSame ? { ...made.repo, ...repo } : made.repo };
}

function scopePart(event: SyntheticEvent, ids: Ids, now: RepoNow): EventPayload {
  const { scope, action, repo } = event;
  switch (`${scope}.${action}`) {
    case "repo.move":
      return { movedTo: movedToPart(`${repo.name}-moved`) };
    case "repo.content.update":
      return { updatedRefs: [{ ref: "refs/heads/main", oldSha: ids.sha(), newSha: now.headSha }] };
    case "repo.config.update":
      return { updatedConfig: { private: now.private } };
    case "discussion.create":
      return syntheticDiscussion({ ...event, ids }, "open", "How was this repo made?");
    case "discussion.update":
    case "discussion.delete":
      return syntheticDiscussion({ ...event, ids }, "closed");
    case "discussion.comment.create":
      return syntheticDiscussion({ ...event, ids }, "open", "Thank you, that helps.");
    case "discussion.comment.update":
      return syntheticDiscussion({ ...event, ids }, "open", "Thank you, that helps a lot.");
    default:
      return {};
  }
}

function checkKnown(event: EventName): void {
  if (isKnownEvent(event)) return;
  throw new UsageError({
    what: `"${event.scope}.${event.action}" is not an event`,
    hint: `Use one of ${knownEventNames().join(", ")}`,
  });
}

interface SyntheticDiscussion {
  readonly endpoint: string;
  readonly repo: RepoRef;
  /** Author of the discussion and of the comment. */
  readonly account: string;
  readonly ids: Ids;
}

const num = 1;

/** Creates the `discussion` of a payload, and its `comment` if `content` is given. */
function syntheticDiscussion(
  { endpoint, repo, account, ids }: SyntheticDiscussion,
  status: "open" | "closed",
  content?: string,
): Readonly<Record<string, unknown>> {
  const discussion = discussionPart(endpoint, repo, {
    id: ids.objectId(),
    num,
    title: "A question about this repo",
    status,
    base: null,
    author: account,
    pinned: false,
    mergeCommitId: null,
  });
  if (content === undefined) return { discussion };
  const comment = { id: ids.objectId(), author: account, content };
  return { discussion, comment: commentPart(endpoint, repo, num, comment) };
}

/** Names that can lead to the prototype of an object. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns a copy of a JSON object with one value changed. The path is dotted, with list items by index:
 * `updatedRefs.0.ref`. Missing and null objects and lists on the way are created; a list grows by at most one
 * item.
 * @throws {UsageError} a part is empty, forbidden or not an index of its list, or the path leads through a
 * string, a number or a boolean
 */
export function setPath(
  value: Readonly<Record<string, unknown>>,
  path: string,
  to: unknown,
): Readonly<Record<string, unknown>> {
  const parts = path.split(".");
  for (const part of parts) {
    if (part === "" || forbidden.has(part)) {
      throw new UsageError({
        what: `"${path}" is not a path into a payload`,
        why: part === "" ? "it has an empty part" : `${part} cannot be set`,
        hint: "Use dots, for example repo.private or updatedRefs.0.ref",
      });
    }
  }
  const [first = "", ...rest] = parts;
  return { ...value, [first]: put(member(value, first), rest, to, path) };
}

function put(value: unknown, parts: readonly string[], to: unknown, path: string): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return to;
  const isIndex = /^\d+$/.test(part);
  const holder = value ?? (isIndex ? [] : {});
  if (Array.isArray(holder)) {
    const index = Number(part);
    if (!isIndex || index > holder.length) {
      throw new UsageError({
        what: `"${path}" does not exist`,
        why: `its list has no index ${part}`,
        hint: `Use an index from 0 to ${holder.length}`,
      });
    }
    const items: readonly unknown[] = holder;
    return [...items.slice(0, index), put(items[index], rest, to, path), ...items.slice(index + 1)];
  }
  if (typeof holder !== "object") {
    throw new UsageError({
      what: `"${path}" does not exist`,
      why: `${part} would be inside ${JSON.stringify(holder)}`,
      hint: "Set the whole value",
    });
  }
  return { ...holder, [part]: put(member(holder, part), rest, to, path) };
}

function member(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
}
