import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { refusals } from "../errors.ts";
import { repoUrls } from "../events/event-payload.ts";
import { lookUp } from "../git/objects.ts";
import { isFilePath } from "../git/write-objects.ts";
import { makeCommit, proposeCommit, readCommitRequest } from "../repos/make-commit.ts";
import { cardComplaint } from "../repos/repo-card.ts";
import { commitOf } from "../repos/repo-refs.ts";
import type { OpenPullRequest } from "../repos/repo.ts";
import type { Repos } from "../repos/repos.ts";
import { json } from "./hub-app.ts";
import { described, endpointOf, repoOfPath, repoParams, repoPath } from "./paths.ts";
import * as schemas from "./repo-schemas.ts";

const revisionParams = repoParams.extend({ revision: z.string() });
const commitQuery = z.object({ create_pr: z.string().optional() });

const preuploadRoute = createRoute({
  method: "post",
  path: `${repoPath}/preupload/{revision}`,
  request: {
    params: revisionParams,
    query: commitQuery,
    body: { ...json(schemas.preuploadSchema, "Files to commit"), required: true },
  },
  responses: {
    200: json(schemas.preuploadResponseSchema, "Upload mode of each file; `oid` if it exists"),
  },
});
const validateYamlRoute = createRoute({
  method: "post",
  path: "/api/validate-yaml",
  request: { body: { ...json(schemas.validateYamlSchema, "A README"), required: true } },
  responses: { 200: json(schemas.validateYamlResponseSchema, "The metadata is valid") },
});
const commitRoute = createRoute({
  method: "post",
  path: `${repoPath}/commit/{revision}`,
  request: {
    params: revisionParams,
    query: commitQuery,
    body: {
      description: "A header and the changes, one JSON object per line",
      content: { "application/x-ndjson": { schema: z.string() } },
      required: true,
    },
  },
  responses: { 200: json(schemas.commitResponseSchema, "The commit, and its pull request if requested") },
});

export interface CommitRouteParts {
  readonly repos: Repos;
  readonly account: string;
  readonly nowMs: () => number;
  readonly openPullRequest: OpenPullRequest;
}

/** Adds the routes of commits, as `create_commit` of the Python client requests them. */
export function addCommitRoutes(app: OpenAPIHono, parts: CommitRouteParts): void {
  const { repos, account, nowMs, openPullRequest } = parts;

  app.openapi(described(app, preuploadRoute), async (context) => {
    const params = context.req.valid("param");
    const { type, name } = repoOfPath(params);
    const { gitDir } = await repos.find(type, name);
    const commit = await commitOf(gitDir, params.revision);
    const paths = context.req.valid("json").files.map(({ path }) => path);
    const present = await lookUp(
      gitDir,
      paths.map((path) => (isFilePath(path) ? `${commit}:${path}` : commit)),
    );
    const files = paths.map((path, index) => {
      const object = present[index];
      return {
        path,
        uploadMode: "regular" as const,
        shouldIgnore: false as const,
        ...(object?.type === "blob" ? { oid: object.oid } : {}),
      };
    });
    return context.json({ files }, 200);
  });

  app.openapi(validateYamlRoute, (context) => {
    const message = cardComplaint(context.req.valid("json").content);
    if (message === null) return context.json({ errors: [], warnings: [] }, 200);
    throw refusals.invalidCard(message);
  });

  app.openapi(described(app, commitRoute), async (context) => {
    const params = context.req.valid("param");
    const { type, name } = repoOfPath(params);
    const endpoint = endpointOf(context);
    const repo = await repos.find(type, name);
    const at = { repos, repo, endpoint };
    const by = { account, atMs: nowMs() };
    const request = await readCommitRequest(context.req.raw.body ?? new Blob([]).stream());
    const { web } = repoUrls(endpoint, repo);
    if ((context.req.valid("query").create_pr ?? "0") === "0") {
      const sha = await makeCommit(at, params.revision, request, by);
      return context.json(commitResponse(web, sha), 200);
    }
    const { sha, num } = await proposeCommit(at, params.revision, request, by, openPullRequest);
    return context.json({ ...commitResponse(web, sha), pullRequestUrl: `${web}/discussions/${num}` }, 200);
  });
}

function commitResponse(web: string, sha: string): z.output<typeof schemas.commitResponseSchema> {
  return { success: true, commitOid: sha, commitUrl: `${web}/commit/${sha}`, hookOutput: "" };
}
