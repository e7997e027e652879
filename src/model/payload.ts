import { z } from "zod";

const named = z.string().min(1);
const objectId = z.looseObject({ id: named });
const sha = z.string().nullish();

/**
 * A webhook payload, version 3, as the Hub sends it: the least that a handler may count on. Unknown fields, scopes, actions, repo types
 * and statuses pass; `null` counts as absent where a field is optional.
 * Sources: https://huggingface.co/docs/hub/webhooks and `WebhookPayload` of the Python client.
 */
export const webhookPayloadSchema = z.looseObject({
  event: z.looseObject({ action: named, scope: named }),
  repo: z.looseObject({
    type: named,
    name: named,
    id: named,
    private: z.boolean(),
    owner: objectId,
    url: z.looseObject({ web: z.string(), api: z.string().nullish() }),
    headSha: sha,
    subdomain: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
  }),
  webhook: z.looseObject({ id: named, version: z.number() }),
  discussion: z
    .looseObject({
      id: named,
      num: z.number(),
      title: z.string(),
      status: z.string(),
      isPullRequest: z.boolean(),
      author: objectId,
      url: z.looseObject({ web: z.string(), api: z.string().nullish() }),
      changes: z.looseObject({ base: z.string(), mergeCommitId: sha }).nullish(),
      pinned: z.boolean().nullish(),
    })
    .nullish(),
  comment: z
    .looseObject({
      id: named,
      author: objectId,
      hidden: z.boolean(),
      content: z.string().nullish(),
      url: z.looseObject({ web: z.string(), api: z.string().nullish() }),
    })
    .nullish(),
  movedTo: z.looseObject({ name: named, owner: objectId }).nullish(),
  updatedRefs: z.array(z.looseObject({ ref: z.string(), oldSha: sha, newSha: sha })).nullish(),
  updatedConfig: z.looseObject({ private: z.boolean().nullish() }).nullish(),
});

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
