import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Logger } from "../../model/logger.ts";
import { repoUrls } from "../events/event-payload.ts";
import type { Repos } from "../repos/repos.ts";
import { addCommitRoutes, type CommitRouteParts } from "./commit-routes.ts";
import { addFileRoutes } from "./file-routes.ts";
import { addGitRoutes } from "./git-routes.ts";
import { json } from "./hub-app.ts";
import { described, endpointOf, repoOfPath, repoParams, repoPath } from "./paths.ts";
import { addRefRoutes } from "./ref-routes.ts";
import { addRepoInfoRoutes } from "./repo-info-routes.ts";
import * as schemas from "./repo-schemas.ts";

export interface RepoApiParts extends CommitRouteParts {
  readonly logger: Logger;
}

/** Adds all routes of repos and their contents, and git itself. */
export function addRepoApi(app: OpenAPIHono, parts: RepoApiParts): void {
  const { repos, account, logger } = parts;
  addRepoRoutes(app, repos, account);
  addRepoInfoRoutes(app, repos);
  addRefRoutes(app, repos, parts);
  addCommitRoutes(app, parts);
  addFileRoutes(app, repos);
  addGitRoutes(app, repos, logger);
}

const createRepoRoute = createRoute({
  method: "post",
  path: "/api/repos/create",
  request: { body: { ...json(schemas.createRepoSchema, "The new repo"), required: true } },
  responses: { 200: json(schemas.createdRepoSchema, "Created, with an initial commit on main") },
});
const deleteRepoRoute = createRoute({
  method: "delete",
  path: "/api/repos/delete",
  request: { body: { ...json(schemas.deleteRepoSchema, "The repo to delete"), required: true } },
  responses: { 200: json(z.object({}), "Deleted, with its contents") },
});
const moveRepoRoute = createRoute({
  method: "post",
  path: "/api/repos/move",
  request: { body: { ...json(schemas.moveRepoSchema, "Old and new name"), required: true } },
  responses: { 200: json(z.object({ url: z.string() }), "Renamed") },
});
const settingsRoute = createRoute({
  method: "put",
  path: `${repoPath}/settings`,
  request: {
    params: repoParams,
    body: { ...json(schemas.settingsSchema, "Fields to change"), required: true },
  },
  responses: { 200: json(schemas.settingsResponseSchema, "The current settings") },
});

/**
 * Adds the routes that create, delete, rename and configure repos, with the paths, bodies and responses of
 * the Hub.
 */
export function addRepoRoutes(app: OpenAPIHono, repos: Repos, account: string): void {
  app.openapi(createRepoRoute, async (context) => {
    const body = context.req.valid("json");
    const endpoint = endpointOf(context);
    const repo = await repos.create(endpoint, {
      type: body.type,
      name: schemas.fullName(body, account),
      private: schemas.privacyOf(body) ?? false,
      gated: null,
      sdk: body.type === "space" ? (body.sdk ?? null) : null,
    });
    return context.json({ url: repoUrls(endpoint, repo).web, name: repo.name, id: repo.id }, 200);
  });

  app.openapi(deleteRepoRoute, async (context) => {
    const body = context.req.valid("json");
    const repo = await repos.find(body.type, schemas.fullName(body, account));
    await repos.remove(endpointOf(context), repo);
    return context.json({}, 200);
  });

  app.openapi(moveRepoRoute, async (context) => {
    const { fromRepo, toRepo, type } = context.req.valid("json");
    const endpoint = endpointOf(context);
    const repo = await repos.move(endpoint, await repos.find(type, fromRepo), toRepo);
    return context.json({ url: repoUrls(endpoint, repo).web }, 200);
  });

  app.openapi(described(app, settingsRoute), async (context) => {
    const { type, name } = repoOfPath(context.req.valid("param"));
    const body = context.req.valid("json");
    const isPrivate = schemas.privacyOf(body);
    const { gated } = body;
    const repo = await repos.configure(endpointOf(context), await repos.find(type, name), {
      ...(isPrivate === undefined ? {} : { private: isPrivate }),
      ...(gated === undefined ? {} : { gated: gated === false ? null : gated }),
    });
    return context.json({ private: repo.private, gated: repo.gated ?? (false as const) }, 200);
  });
}
