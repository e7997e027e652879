import { hash } from "node:crypto";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { NewDelivery } from "../../model/delivery.ts";
import type { EventStanding } from "../events.ts";
import { causeOf } from "./nats-error.ts";
import type { StoredDelivery } from "./original.ts";
import type { OutgoingMessage, Publisher } from "./publisher.ts";

/** Header of a message that is another try of an event: seq of the try before it. */
export const previousHeader = "Hooklens-Previous-Try";

/** Code of the server for a subject whose last message is another than the expected one. */
const wrongLast = 10_071;

/** Maximum number of earlier tries that are read; more are ignored. */
const maxTries = 100;

/** Returns the last token of the subject that the tries of an event share; null for a delivery without its ID. */
export function eventToken({
  route,
  body,
  sha256,
  dedupeKey,
  dedupeWithinMs,
}: Pick<NewDelivery, "route" | "body" | "sha256" | "dedupeKey" | "dedupeWithinMs">): string | null {
  if (dedupeKey === null || dedupeWithinMs !== null) return null;
  const bodyHash = sha256 === true ? hash("sha256", body) : sha256;
  return hash("sha256", JSON.stringify([route, dedupeKey, bodyHash]), "base64url").slice(0, 22);
}

/**
 * Publishes a message as the next one of its subject, which receivers on different machines may share. The server stores
 * it only after the try that its header names, so no try is left out.
 * @returns the try before it; null if it is the first
 */
export async function publishTry(
  publisher: Pick<Publisher, "publish">,
  message: OutgoingMessage,
  retryMs: number,
): Promise<{ readonly seq: number; readonly previous: number | null }> {
  for (let previous = 0; ;) {
    const named = previous === 0 ? [] : [[previousHeader, String(previous)] as const];
    const headers = [...(message.headers ?? []), ...named];
    try {
      const seq = await publisher.publish({ ...message, headers, lastOfSubject: previous }, retryMs);
      return { seq, previous: previous === 0 ? null : previous };
    } catch (error) {
      const last = lastOfSubjectIn(error);
      if (last === null) throw error;
      previous = last;
    }
  }
}

/** Returns the last seq of the subject in a refusal of the server; null for another error. */
function lastOfSubjectIn(error: unknown): number | null {
  const cause = causeOf(error);
  if (!(cause instanceof JetStreamApiError) || cause.code !== wrongLast) return null;
  const last = /(\d+)$/.exec(cause.message)?.[1];
  return last === undefined ? null : Number(last);
}

/** Parts that the standing of an event is read with. */
export interface StandingParts {
  /** ID of this receiver. */
  readonly receiver: string;
  readonly read: (seq: number) => Promise<StoredDelivery | null>;
  /** Resolves when the earlier changes of a delivery by this process are published. */
  readonly published: (seq: number) => Promise<void>;
}

/**
 * Returns the standing of an event by its latest try, read from the streams; null if that was refused or removed. A try
 * is pending if a job repeats it or if it runs here: the end of another receiver is noticed too late.
 */
export async function readStanding(
  { receiver, read, published }: StandingParts,
  latest: number,
): Promise<EventStanding | null> {
  let first: number | null = null;
  let settledBy: number | null = null;
  let pending: number | null = null;
  let superseded: number | null = null;
  for (let seq: number | null = latest, tries = 0; seq !== null && tries < maxTries; tries += 1) {
    await published(seq);
    const found: StoredDelivery | null = await read(seq);
    if (found === null || found.delivery.outcome === "rejected") break;
    const { outcome, replayOf, edited } = found.delivery;
    first = seq;
    if (outcome === "handled") settledBy = seq;
    if (outcome === "superseded") superseded = seq;
    if (outcome === "pending" && (found.hasJob || found.receiver === receiver)) pending ??= seq;
    seq = found.previous ?? (edited ? null : replayOf);
  }
  return first === null ? null : { first, settledBy, pending, superseded };
}
