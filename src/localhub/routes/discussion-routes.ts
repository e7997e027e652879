import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { StoredDiscussion } from "../../store/discussion-store.ts";
import {
  commentResponse,
  detailsResponse,
  discussionResponse,
  statusResponse,
  titleResponse,
} from "../discussions/discussion-wire.ts";
import type { Discussions, Place } from "../discussions/discussions.ts";
import { changesOf, isPullRequest, type PullRequests } from "../discussions/pull-requests.ts";
import { repoUrls } from "../events/event-payload.ts";
import { mainRef } from "../git/refs.ts";
import type { Repos } from "../repos/repos.ts";
import * as schemas from "./discussion-schemas.ts";
import { json } from "./hub-app.ts";
import { described, endpointOf, repoOfPath, repoParams, repoPath } from "./paths.ts";

const path = `${repoPath}/discussions`;
const onePath = `${path}/{num}`;
const commentPath = `${onePath}/comment/{comment}`;

const oneParams = repoParams.extend({
  num: z.string().regex(/^[1-9]\d{0,8}$/, { error: "must be a number from 1" }),
});
const commentParams = oneParams.extend({ comment: z.string() });
const body = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  body: { ...json(schema, description), required: true as const },
});
const updatedComment = {
  200: json(z.object({ updatedComment: schemas.commentResponseSchema }), "The edited comment"),
};

const listRoute = createRoute({
  method: "get",
  path,
  request: { params: repoParams, query: schemas.listQuery },
  responses: { 200: json(schemas.discussionListSchema, "One page, newest first") },
});
const openRoute = createRoute({
  method: "post",
  path,
  request: { params: repoParams, ...body(schemas.openSchema, "The new discussion or pull request") },
  responses: { 200: json(schemas.openedSchema, "The opened discussion") },
});
const detailsRoute = createRoute({
  method: "get",
  path: onePath,
  request: { params: oneParams, query: schemas.detailsQuery },
  responses: { 200: json(schemas.detailsSchema, "The discussion and its events") },
});
const removeRoute = createRoute({
  method: "delete",
  path: onePath,
  request: { params: oneParams },
  responses: { 200: json(z.object({}), "Deleted") },
});
const commentRoute = createRoute({
  method: "post",
  path: `${onePath}/comment`,
  request: { params: oneParams, ...body(schemas.commentSchema, "The comment") },
  responses: { 200: json(z.object({ newMessage: schemas.commentResponseSchema }), "The new comment") },
});
const editRoute = createRoute({
  method: "post",
  path: `${commentPath}/edit`,
  request: { params: commentParams, ...body(schemas.editSchema, "The new text") },
  responses: updatedComment,
});
const hideRoute = createRoute({
  method: "post",
  path: `${commentPath}/hide`,
  request: { params: commentParams },
  responses: updatedComment,
});
const titleRoute = createRoute({
  method: "post",
  path: `${onePath}/title`,
  request: { params: oneParams, ...body(schemas.titleSchema, "The new title") },
  responses: { 200: json(z.object({ newTitle: schemas.titleResponseSchema }), "The change") },
});
const statusRoute = createRoute({
  method: "post",
  path: `${onePath}/status`,
  request: { params: oneParams, ...body(schemas.statusSchema, "The new status") },
  responses: { 200: json(z.object({ newStatus: schemas.statusResponseSchema }), "The change") },
});
const mergeRoute = createRoute({
  method: "post",
  path: `${onePath}/merge`,
  request: {
    params: oneParams,
    body: { ...json(schemas.mergeSchema, "Comment on the merge"), required: false },
  },
  responses: { 200: json(z.object({}), "Merged") },
});
const pinRoute = createRoute({
  method: "post",
  path: `${onePath}/pin`,
  request: { params: oneParams, ...body(schemas.pinSchema, "The new state") },
  responses: { 200: json(z.object({ pinned: z.boolean() }), "The current state") },
});

/** Discussions per page, as on the Hub. */
const pageSize = 50;

export interface DiscussionRouteParts {
  readonly repos: Repos;
  readonly discussions: Discussions;
  readonly pullRequests: PullRequests;
}

/**
 * Adds the routes of discussions and pull requests with the paths, bodies and responses of the Hub (its
 * OpenAPI, "discussions").
 */
export function addDiscussionRoutes(
  app: OpenAPIHono,
  { repos, discussions, pullRequests }: DiscussionRouteParts,
): void {
  async function placeOf(context: Context, params: z.output<typeof repoParams>): Promise<Place> {
    const { type, name } = repoOfPath(params);
    return { repo: await repos.find(type, name), endpoint: endpointOf(context) };
  }

  /**
   * Finds a discussion. Records the pushed commits of a pull request first, so that they precede the change
   * of the request.
   */
  async function findOne(
    context: Context,
    params: z.output<typeof oneParams>,
  ): Promise<{ place: Place; discussion: StoredDiscussion }> {
    const place = await placeOf(context, params);
    const discussion = await discussions.find(place, Number(params.num));
    if (isPullRequest(discussion)) await pullRequests.noteCommits(place, discussion);
    return { place, discussion };
  }

  app.openapi(described(app, listRoute), async (context) => {
    const { repo } = await placeOf(context, context.req.valid("param"));
    const { p = "0", type = "all", status = "all", author } = context.req.valid("query");
    const start = Number(p) * pageSize;
    const page = await discussions.page({
      repoId: repo.id,
      skip: start,
      limit: pageSize,
      isPullRequest: type === "all" ? undefined : type === "pull_request",
      statuses: statusesOf[status],
      author,
    });
    const found = page.discussions.map((discussion) => discussionResponse(repo, discussion));
    return context.json({ discussions: found, count: page.count, start }, 200);
  });

  app.openapi(described(app, openRoute), async (context) => {
    const place = await placeOf(context, context.req.valid("param"));
    const { title, description = "", pullRequest, draft } = context.req.valid("json");
    const { num } = pullRequest
      ? await pullRequests.open(place, {
          title,
          description,
          base: mainRef,
          status: draft === false ? "open" : "draft",
        })
      : await discussions.open(place, {
          title,
          description,
          base: null,
          status: "open",
          num: await discussions.reserveNumber(place),
        });
    const url = `${repoUrls(place.endpoint, place.repo).web}/discussions/${num}`;
    return context.json({ num, pullRequest: pullRequest === true, url }, 200);
  });

  app.openapi(described(app, detailsRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    const withDiff = (context.req.valid("query").diff ?? "0") !== "0";
    const records = await discussions.records(discussion);
    const changes = isPullRequest(discussion)
      ? await changesOf(place.repo.gitDir, discussion, withDiff)
      : null;
    return context.json(detailsResponse(place.repo, discussion, records, changes), 200);
  });

  app.openapi(described(app, removeRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    await discussions.remove(place, discussion);
    return context.json({}, 200);
  });

  app.openapi(described(app, commentRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    const added = await discussions.comment(place, discussion, context.req.valid("json").comment);
    return context.json({ newMessage: commentResponse(added) }, 200);
  });

  app.openapi(described(app, editRoute), async (context) => {
    const params = context.req.valid("param");
    const { place, discussion } = await findOne(context, params);
    const { content } = context.req.valid("json");
    const edited = await discussions.editComment(place, discussion, params.comment, content);
    return context.json({ updatedComment: commentResponse(edited) }, 200);
  });

  app.openapi(described(app, hideRoute), async (context) => {
    const params = context.req.valid("param");
    const { place, discussion } = await findOne(context, params);
    const hidden = await discussions.hideComment(place, discussion, params.comment);
    return context.json({ updatedComment: commentResponse(hidden) }, 200);
  });

  app.openapi(described(app, titleRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    const change = await discussions.rename(place, discussion, context.req.valid("json").title);
    return context.json({ newTitle: titleResponse(change) }, 200);
  });

  app.openapi(described(app, statusRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    const { status, comment } = context.req.valid("json");
    const change = await discussions.setStatus(place, discussion, status, comment);
    return context.json({ newStatus: statusResponse(change) }, 200);
  });

  app.openapi(described(app, mergeRoute), async (context) => {
    const params = context.req.valid("param");
    const place = await placeOf(context, params);
    await pullRequests.merge(place, Number(params.num), context.req.valid("json").comment);
    return context.json({}, 200);
  });

  app.openapi(described(app, pinRoute), async (context) => {
    const { place, discussion } = await findOne(context, context.req.valid("param"));
    const { pinned } = await discussions.setPinned(place, discussion, context.req.valid("json").pinned);
    return context.json({ pinned }, 200);
  });
}

/** Statuses by filter: a draft counts as open, a merged pull request as closed. */
const statusesOf = {
  all: undefined,
  open: ["draft", "open"],
  closed: ["closed", "merged"],
} as const;
