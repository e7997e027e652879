import { z } from "zod";
import { count } from "../text/numbers.ts";

const named = z.string().min(1);
const sha = z.string().nullish();

/**
 * Creates the schema of the payload.
 * @param object `z.looseObject` keeps unknown fields, `z.object` drops them
 */
function makeSchema(object: typeof z.looseObject) {
  const objectId = object({ id: named });
  return object({
    event: object({ action: named, scope: named }),
    repo: object({
      type: named,
      name: named,
      id: named,
      private: z.boolean(),
      owner: objectId,
      url: object({ web: z.string(), api: z.string().nullish() }),
      headSha: sha,
      subdomain: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
    }),
    webhook: object({ id: named, version: z.number() }),
    discussion: z
      .looseObject({
        id: named,
        num: z.number(),
        title: z.string(),
        status: z.string(),
        isPullRequest: z.boolean(),
        author: objectId,
        url: object({ web: z.string(), api: z.string().nullish() }),
        changes: object({ base: z.string(), mergeCommitId: sha }).nullish(),
        pinned: z.boolean().nullish(),
      })
      .nullish(),
    comment: z
      .looseObject({
        id: named,
        author: objectId,
        hidden: z.boolean(),
        content: z.string().nullish(),
        url: object({ web: z.string(), api: z.string().nullish() }),
      })
      .nullish(),
    movedTo: object({ name: named, owner: objectId }).nullish(),
    updatedRefs: z.array(object({ ref: z.string(), oldSha: sha, newSha: sha })).nullish(),
    updatedConfig: object({ private: z.boolean().nullish() }).nullish(),
  });
}

/**
 * Webhook payload, version 3: the fields a handler may rely on. Unknown fields, scopes, actions, repo types
 * and statuses pass; `null` counts as absent in optional fields. Sources:
 * https://huggingface.co/docs/hub/webhooks and `WebhookPayload` of the Python client.
 */
export const webhookPayloadSchema = makeSchema(z.looseObject);

/**
 * Schema with the same verdict in half the time: it copies no unknown fields. Runs for every delivery before the
 * response.
 */
const verdictSchema = makeSchema(z.object);

/** Returns true if a payload matches `webhookPayloadSchema`. */
export function isWebhookPayload(value: unknown): value is WebhookPayload {
  return verdictSchema.safeParse(value).success;
}

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** Maximum number of listed violations: a body of 5 MB can have a million. */
const maxViolations = 20;

/** Payload field that violates the schema. */
export interface Violation {
  /** Keys and indexes of the path to the field; empty for the payload itself. */
  readonly path: readonly (string | number)[];
  /** `repo.url is missing`, `event.action is not a string`. */
  readonly text: string;
}

/**
 * Returns the violations of `webhookPayloadSchema`. After 20 of them, the last entry counts the rest: `5 more`.
 */
export function violationsOf(payload: unknown): readonly Violation[] {
  const issues = verdictSchema.safeParse(payload).error?.issues ?? [];
  const named = issues.slice(0, maxViolations).map((issue) => ({
    path: issue.path.map((key) => (typeof key === "number" ? key : String(key))),
    text: violationText(issue, payload),
  }));
  const more = issues.length - named.length;
  return more > 0 ? [...named, { path: [], text: `${count(more)} more` }] : named;
}

function violationText(issue: z.core.$ZodIssue, payload: unknown): string {
  const place = issue.path.length === 0 ? "the payload" : issue.path.map(String).join(".");
  if (issue.code === "too_small") return `${place} is empty`;
  if (issue.code !== "invalid_type") return `${place}: ${issue.message}`;
  if (valueAt(payload, issue.path) === undefined) return `${place} is missing`;
  return `${place} is not ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
}

function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    payload,
  );
}
