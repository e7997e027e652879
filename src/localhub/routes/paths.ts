import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { RepoType } from "../../store/repo-records.ts";

/** Path of the API description. */
export const openApiPath = "/.well-known/openapi.json";

/** Paths without authentication. All others need the token, also unknown ones. */
export const openPaths: ReadonlySet<string> = new Set([
  "/",
  "/api/agent-harnesses",
  "/hooklens/v1/health",
  openApiPath,
]);

/** Address of the hub as the client reached it, without a trailing slash; URLs in responses and payloads start with it. */
export function endpointOf(context: Context): string {
  return new URL(context.req.url).origin;
}

/** Paths of git: models at `/{owner}/{name}`, others under the plural of their type, with an optional `.git`. */
const gitPath = /^\/(?:(?:datasets|spaces)\/)?[^/]+\/[^/]+\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

const commitPath = /^\/api\/(?:models|datasets|spaces)\/[^/]+\/[^/]+\/commit\/[^/]+$/;

/** Returns true for a path of git, which sends the token as the password of a `Basic` authorization. */
export function isGitPath(path: string): boolean {
  return gitPath.test(path);
}

/** A file of 100 MB, in base64. */
const commitLimitBytes = 140 * 1024 * 1024;

/** Git limits the pack with a message of its own (`receive.maxInputSize`). */
const pushLimitBytes = 4 * 1024 ** 3;

/** Body limit of a request that its handler reads as a stream; null for an ordinary request. */
export function streamLimit(method: string, path: string): number | null {
  if (method !== "POST") return null;
  if (isGitPath(path)) return pushLimitBytes;
  return commitPath.test(path) ? commitLimitBytes : null;
}

const types = { models: "model", datasets: "dataset", spaces: "space" } as const satisfies Record<
  string,
  RepoType
>;

/** Path segment of a repo type. */
export const typesParam = z.enum(["models", "datasets", "spaces"], {
  error: "must be one of [models, datasets, spaces]",
});

/** `model` of `models`. */
export function typeOf(kind: z.output<typeof typesParam>): RepoType {
  return types[kind];
}

/** Base path of one repo. */
export const repoPath = "/api/{types}/{namespace}/{name}";

export const repoParams = z.object({
  types: typesParam,
  namespace: z.string().openapi({ example: "me" }),
  name: z.string().openapi({ example: "corpus" }),
});

/** Repo named by the path. */
export function repoOfPath(params: z.output<typeof repoParams>): { type: RepoType; name: string } {
  return { type: typeOf(params.types), name: `${params.namespace}/${params.name}` };
}

/**
 * Describes a route as it is, and gives it back with parameters that take only what they mean: `{types}` the three kinds of repo, so that
 * other paths of as many parts stay free, and a `{path}` at the end slashes too.
 */
export function described<Route extends RouteConfig>(app: OpenAPIHono, route: Route): Route & { hide: true } {
  app.openAPIRegistry.registerPath(route);
  return { ...route, path: narrowed(route.path), hide: true };
}

/** Hono's own way to write it: a pattern in braces after the name. It puts `^` and `$` around it, which bind closer than `|`. */
function narrowed(path: string): string {
  return path
    .replace("/{types}", "/{types{(?:models|datasets|spaces)}}")
    .replace(/\/\{path\}$/, "/{path{.+}}");
}
