import { UsageError } from "../../model/errors.ts";
import { type EventName, isKnownEvent, knownEventNames } from "../../model/event.ts";
import { commentPart, discussionPart } from "./discussion-part.ts";
import { eventPayload, type EventPayload } from "./event-payload.ts";
import { randomIds, type Ids } from "./ids.ts";
import { movedToPart, unknownRepo, type RepoNow, type RepoRef } from "./repo-part.ts";
import { setPath } from "./set-path.ts";

export interface SyntheticEvent extends EventName {
  readonly repo: RepoRef;
  /** The repo, if the hub has it. */
  readonly known?: RepoNow | null;
  /** Account that causes the event. */
  readonly account: string;
  /** Endpoint of the hub without a trailing slash, for the addresses in the payload. */
  readonly endpoint: string;
  /** Changes, applied last: dotted path and JSON value. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** Replaces the generated payload; event and repo are still set. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Default: random. */
  readonly ids?: Ids;
}

/**
 * Creates a complete payload (version 3) for a made-up event with every field of its scope
 * (https://huggingface.co/docs/hub/webhooks, "Webhook Payloads").
 * @throws {UsageError} names the known events
 * @throws {UsageError}
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

/** A given payload keeps what it knows of the repo (id, headSha, private) only where it is about the same one. */
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
    hint: `The events are ${knownEventNames().join(", ")}`,
  });
}

interface SyntheticDiscussion {
  readonly endpoint: string;
  readonly repo: RepoRef;
  /** Author of the text. */
  readonly account: string;
  readonly ids: Ids;
}

const num = 1;

/** Creates the parts of a payload about a made-up discussion, with a comment if there is a text. */
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
