import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Logger } from "../../model/logger.ts";
import { addCommitRoutes, type CommitRouteParts } from "./commit-routes.ts";
import { addFileRoutes } from "./file-routes.ts";
import { addGitRoutes } from "./git-routes.ts";
import { addRefRoutes } from "./ref-routes.ts";
import { addRepoInfoRoutes } from "./repo-info-routes.ts";
import { addRepoRoutes } from "./repo-routes.ts";

export interface RepoApiParts extends CommitRouteParts {
  readonly logger: Logger;
}

/** Everything the Hub's API has for repos and what is in them, and git itself. */
export function addRepoApi(app: OpenAPIHono, parts: RepoApiParts): void {
  const { repos, account, logger } = parts;
  addRepoRoutes(app, repos, account);
  addRepoInfoRoutes(app, repos);
  addRefRoutes(app, repos, parts);
  addCommitRoutes(app, parts);
  addFileRoutes(app, repos);
  addGitRoutes(app, repos, logger);
}
