import { z } from "@hono/zod-openapi";
import { discussionStatuses } from "../../store/discussion-store.ts";

/** Trimmed text; null and empty text count as absent. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || undefined);
const text = z.string().trim().min(1);
const status = z.enum(discussionStatuses);

/**
 * Body of a new discussion. `draft` applies to pull requests; one without it becomes a draft. The Python
 * client never sends it.
 */
export const openSchema = z
  .object({
    title: text,
    description: optionalText,
    pullRequest: z.boolean().nullish(),
    draft: z.boolean().nullish(),
  })
  .openapi("NewDiscussion");

export const commentSchema = z.object({ comment: z.string().min(1) });
export const editSchema = z.object({ content: z.string().min(1) });
export const titleSchema = z.object({ title: text });
export const statusSchema = z.object({
  status: z.enum(["open", "closed"], { error: "must be one of [open, closed]" }),
  comment: optionalText,
});
export const mergeSchema = z.object({ comment: optionalText });
export const pinSchema = z.object({ pinned: z.boolean() });

const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, { error: `must be one of [${names.join(", ")}]` });

/** Query of a list; `p` is the page, from 0. */
export const listQuery = z.object({
  p: z
    .string()
    .regex(/^\d{1,9}$/, { error: "must be a number" })
    .optional(),
  type: oneOf("all", "discussion", "pull_request").optional(),
  status: oneOf("all", "open", "closed").optional(),
  author: z.string().optional(),
});
export const detailsQuery = z.object({ diff: z.string().optional() });

const author = z.object({ name: z.string() });
const version = z.object({ raw: z.string(), html: z.string(), updatedAt: z.string(), author });
const eventParts = { id: z.string(), createdAt: z.string(), author };

export const commentResponseSchema = z
  .object({
    ...eventParts,
    type: z.literal("comment"),
    data: z.object({
      edited: z.boolean(),
      hidden: z.boolean(),
      hiddenBy: z.string().optional(),
      numEdits: z.number(),
      latest: version,
      history: z.array(version),
    }),
  })
  .openapi("DiscussionComment");
export const titleResponseSchema = z
  .object({
    ...eventParts,
    type: z.literal("title-change"),
    data: z.object({ from: z.string(), to: z.string() }),
  })
  .openapi("DiscussionTitleChange");
export const statusResponseSchema = z
  .object({ ...eventParts, type: z.literal("status-change"), data: z.object({ status }) })
  .openapi("DiscussionStatusChange");
const commitResponseSchema = z
  .object({
    ...eventParts,
    type: z.literal("commit"),
    data: z.object({ subject: z.string(), oid: z.string() }),
  })
  .openapi("DiscussionCommit");

const discussionParts = {
  num: z.number(),
  title: z.string(),
  status,
  isPullRequest: z.boolean(),
  pinned: z.boolean(),
  author,
  createdAt: z.string(),
  repo: z.object({ name: z.string(), type: z.string() }),
};

export const openedSchema = z.object({ num: z.number(), pullRequest: z.boolean(), url: z.string() });
export const discussionListSchema = z.object({
  discussions: z.array(z.object(discussionParts).openapi("Discussion")),
  count: z.number(),
  start: z.number(),
});
export const detailsSchema = z
  .object({
    ...discussionParts,
    events: z.array(
      z.union([commentResponseSchema, titleResponseSchema, statusResponseSchema, commitResponseSchema]),
    ),
    changes: z.object({ base: z.string(), mergeCommitId: z.string().optional() }).optional(),
    filesWithConflicts: z.array(z.string()).optional(),
    diff: z.string().optional(),
  })
  .openapi("DiscussionWithDetails");
