import { UsageError } from "../../model/errors.ts";
import { type EventName, isKnownEvent, knownEventNames } from "../../model/event.ts";
import { setPath } from "../../model/payload-changes.ts";
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
