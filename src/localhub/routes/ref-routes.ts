import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { mainRef } from "../git/refs.ts";
import { createBranch, createTag, deleteBranch, deleteTag, type RepoAt } from "../repos/repo-refs.ts";
import type { Repos } from "../repos/repos.ts";
import { json } from "./hub-app.ts";
import { described, repoOfPath, repoParams, repoPath } from "./paths.ts";
import { branchSchema, tagSchema } from "./repo-schemas.ts";

const branchPath = `${repoPath}/branch/{branch}` as const;
const branchParams = repoParams.extend({ branch: z.string() });
/** Path of a tag. The revision is the one to tag on creation, and the tag itself on deletion. */
const tagPath = `${repoPath}/tag/{revision}` as const;
const tagParams = repoParams.extend({ revision: z.string() });

const createBranchRoute = createRoute({
  method: "post",
  path: branchPath,
  request: {
    params: branchParams,
    body: { ...json(branchSchema, "Starting point; default: main"), required: false },
  },
  responses: { 200: json(z.object({}), "Created") },
});
const deleteBranchRoute = createRoute({
  method: "delete",
  path: branchPath,
  request: { params: branchParams },
  responses: { 200: json(z.object({}), "Deleted") },
});
const createTagRoute = createRoute({
  method: "post",
  path: tagPath,
  request: { params: tagParams, body: { ...json(tagSchema, "The tag"), required: true } },
  responses: { 200: json(z.object({}), "Created") },
});
const deleteTagRoute = createRoute({
  method: "delete",
  path: tagPath,
  request: { params: tagParams },
  responses: { 200: json(z.object({}), "Deleted") },
});

/** Adds the routes of branches and tags in the format of the Hub's API. */
export function addRefRoutes(
  app: OpenAPIHono,
  repos: Repos,
  { account, nowMs }: { readonly account: string; readonly nowMs: () => number },
): void {
  async function repoAt(url: string, params: z.output<typeof repoParams>): Promise<RepoAt> {
    const { type, name } = repoOfPath(params);
    return { repos, repo: await repos.find(type, name), endpoint: new URL(url).origin };
  }

  app.openapi(described(app, createBranchRoute), async (context) => {
    const params = context.req.valid("param");
    const { startingPoint } = context.req.valid("json");
    await createBranch(await repoAt(context.req.url, params), params.branch, startingPoint ?? mainRef);
    return context.json({}, 200);
  });

  app.openapi(described(app, deleteBranchRoute), async (context) => {
    const params = context.req.valid("param");
    await deleteBranch(await repoAt(context.req.url, params), params.branch);
    return context.json({}, 200);
  });

  app.openapi(described(app, createTagRoute), async (context) => {
    const params = context.req.valid("param");
    const { tag: name, message } = context.req.valid("json");
    const tag = { name, revision: params.revision, message: message ?? "" };
    await createTag(await repoAt(context.req.url, params), tag, account, nowMs());
    return context.json({}, 200);
  });

  app.openapi(described(app, deleteTagRoute), async (context) => {
    const params = context.req.valid("param");
    await deleteTag(await repoAt(context.req.url, params), params.revision);
    return context.json({}, 200);
  });
}
