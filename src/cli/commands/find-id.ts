import { readWebhookNames } from "../../engine/webhook-names.ts";
import type { HubClient } from "../../hub/client.ts";
import { endpointName } from "../../hub/endpoint.ts";
import { WebhookNotFoundError } from "../../hub/errors.ts";
import { NotFoundError, UsageError } from "../../model/errors.ts";
import type { Settings } from "../settings/settings.ts";
import { storeLocation } from "../settings/store-location.ts";

const wholeId = /^[0-9a-f]{24}$/;

/** Part of an ID: its start, or start and end with an ellipsis (or dots). */
const partOfId = /^([0-9a-f]{0,23})(?:(?:…|\.{3})([0-9a-f]*))?$/;

/** Minimum characters of a part of an ID, so that a typo does not select another webhook. */
const fewestCharacters = 4;

/** Maximum IDs that an error lists. */
const mostNamed = 6;

const tooShort = `a part of an ID needs at least ${fewestCharacters} characters`;

/**
 * Returns the ID of the webhook that an argument names: its whole ID, its name on this machine, the start of its ID,
 * or the form that the app shows, `6390…de93b`. Lists the webhooks only for a part of an ID.
 * @throws {WebhookNotFoundError | UsageError} no webhook matches, or several do
 */
export async function findWebhookId(client: HubClient, typed: string, settings: Settings): Promise<string> {
  if (wholeId.test(typed)) return typed;
  const names = Object.entries(readWebhookNames(storeLocation(settings).dataDir));
  const named = names.find(([, name]) => name === typed);
  if (named !== undefined) return named[0];
  const part = readPart(typed);
  if (part === null) return typed;
  const id = onlyMatch("webhook", part, await client.listWebhooks());
  if (id !== null) return id;
  throw new WebhookNotFoundError({
    what: `${endpointName(client.endpoint)} has no webhook ${typed}`,
    why: isTooShort(part) ? tooShort : undefined,
    hint: "Run hooklens webhooks ls to list the IDs of this account",
  });
}

/**
 * Returns the ID of the Job that an argument names, as `findWebhookId` does.
 * @throws {NotFoundError | UsageError} no Job matches, or several do
 */
export async function findJobId(client: HubClient, typed: string, namespace?: string): Promise<string> {
  const part = readPart(typed);
  if (part === null) return typed;
  const id = onlyMatch("Job", part, await client.listJobs(namespace));
  if (id !== null) return id;
  throw new NotFoundError({
    what: `${endpointName(client.endpoint)} has no Job ${typed}`,
    why: isTooShort(part) ? tooShort : undefined,
    hint: "Run hooklens jobs ls to list the runs of this account",
  });
}

interface Part {
  readonly typed: string;
  readonly start: string;
  readonly end: string;
}

/** Reads a part of an ID. Returns null for any other text: the hub decides whether it is a whole ID. */
function readPart(typed: string): Part | null {
  const match = partOfId.exec(typed);
  return match === null ? null : { typed, start: match[1] ?? "", end: match[2] ?? "" };
}

function isTooShort({ start, end }: Part): boolean {
  return start.length + end.length < fewestCharacters;
}

/** Returns the ID that is equal to the text, or else the only one with its part; null if there is none. */
function onlyMatch(kind: string, part: Part, all: readonly { readonly id: string }[]): string | null {
  const { typed, start, end } = part;
  if (all.some(({ id }) => id === typed)) return typed;
  if (isTooShort(part)) return null;
  const found = all
    .map(({ id }) => id)
    .filter((id) => id.length >= start.length + end.length && id.startsWith(start) && id.endsWith(end));
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only ?? null;
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  throw new UsageError({
    what: `${typed} is the ID of more than one ${kind}`,
    why: `${found.slice(0, mostNamed).join(", ")}${more}`,
    hint: "Give more of its characters",
  });
}
