import type { NewDelivery } from "../../model/delivery.ts";

/** Names of the streams, the consumer and the bucket of one log. */
export interface LogNames {
  readonly log: string;
  /** Stream of deliveries. */
  readonly deliveries: string;
  /** Stream of outcomes, attempts and states of forwards. */
  readonly events: string;
  /** Work-queue stream of forwards, and its durable consumer. */
  readonly forwards: string;
  /** Key-value bucket of running receivers. */
  readonly receivers: string;
}

/** Maximum length of a token; a repo or an action of a payload may be longer. */
const maxTokenLength = 100;

/** Returns the names of a log on its servers. */
export function namesOf(log: string): LogNames {
  return {
    log,
    deliveries: `${log}_deliveries`,
    events: `${log}_events`,
    forwards: `${log}_forwards`,
    receivers: `${log}_receivers`,
  };
}

/** Returns the stream in which the server keeps a bucket. */
export function bucketStream(bucket: string): string {
  return `KV_${bucket}`;
}

/** Subjects of a log: whole streams, and those of one message. */
export const subjects = {
  deliveries: (log: string): string => `${log}.d.>`,
  events: (log: string): string => `${log}.e.>`,
  forwards: (log: string): string => `${log}.f.>`,
  /** Subject of a delivery: route, repo type, owner, repo, scope, action, and what tries of an event share. */
  delivery(
    log: string,
    { route, repo, event }: Pick<NewDelivery, "route" | "repo" | "event">,
    eventToken: string | null = null,
  ): string {
    const [owner, name] = ownerAndName(repo?.name ?? null);
    const tokens = [route, repo?.type, owner, name, event?.scope, event?.action].map(tokenOf);
    return [log, "d", ...tokens, ...(eventToken === null ? [] : [eventToken])].join(".");
  },
  /** Subject of the events of a delivery. */
  event: (log: string, seq: number): string => `${log}.e.${seq}`,
  /** Subject of a job; its lane is the seq of a delivery. */
  forward: (log: string, lane: string, id: number): string => `${log}.f.${lane}.${id}`,
  /** Subjects of the jobs of a lane. */
  forwardsOf: (log: string, lane: string): string => `${log}.f.${lane}.*`,
};

/** Splits a repo name at its slash; a repo without an owner has only a name. */
function ownerAndName(repo: string | null): readonly [owner: string | null, name: string | null] {
  if (repo === null) return [null, null];
  const slash = repo.indexOf("/");
  return slash === -1 ? [null, repo] : [repo.slice(0, slash), repo.slice(slash + 1)];
}

/** Replaces the characters that have a meaning in subjects, and any that other tools may not print. */
function tokenOf(text: string | null | undefined): string {
  if (text === null || text === undefined || text === "") return "_";
  return text.slice(0, maxTokenLength).replaceAll(/[^A-Za-z0-9_-]/g, "_");
}
