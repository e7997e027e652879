import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { RepoType } from "../../store/repo-records.ts";

/** Path of the API description. */
export const openApiPath = "/.well-known/openapi.json";

/** Paths without authentication. All others require the token, including unknown ones. */
export const openPaths: ReadonlySet<string> = new Set([
  "/",
  "/api/agent-harnesses",
  "/hooklens/v1/health",
  openApiPath,
]);

/**
 * Returns the address of the hub as the client reached it, without a trailing slash; URLs in responses and
 * payloads start with it.
 */
export function endpointOf(context: Context): string {
  return new URL(context.req.url).origin;
}

/**
 * Paths of git: models at `/{owner}/{name}`, others under the plural of their type; the name may end with
 * `.git`.
 */
const gitPath = /^\/(?:(?:datasets|spaces)\/)?[^/]+\/[^/]+\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

const commitPath = /^\/api\/(?:models|datasets|spaces)\/[^/]+\/[^/]+\/commit\/[^/]+$/;

/** Returns true for a path of git, which sends the token as the password of a `Basic` authorization. */
export function isGitPath(path: string): boolean {
  return gitPath.test(path);
}

/** Maximum body of a commit, in bytes: room for a file of 100 MB in base64. */
const commitLimitBytes = 140 * 1024 * 1024;

/**
 * Maximum body of a push, in bytes. It exceeds git's own limit (`receive.maxInputSize`), which gives a better
 * message.
 */
const pushLimitBytes = 4 * 1024 ** 3;

/**
 * Returns the maximum body, in bytes, of a request that its handler reads as a stream; null for any other
 * request.
 */
export function streamLimit(method: string, path: string): number | null {
  if (method !== "POST") return null;
  if (isGitPath(path)) return pushLimitBytes;
  return commitPath.test(path) ? commitLimitBytes : null;
}

const types = { models: "model", datasets: "dataset", spaces: "space" } as const satisfies Record<
  string,
  RepoType
>;

/** Path segment of a repo type, in the plural. */
export const typesParam = z.enum(["models", "datasets", "spaces"], {
  error: "must be one of [models, datasets, spaces]",
});

/** Returns the repo type: `model` for `models`. */
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

/** Returns the type and name of the repo in a path. */
export function repoOfPath(params: z.output<typeof repoParams>): { type: RepoType; name: string } {
  return { type: typeOf(params.types), name: `${params.namespace}/${params.name}` };
}

/**
 * Adds a route to the API description and returns it with narrower parameters: `{types}` matches only the
 * plurals of the repo types, so that it does not shadow other paths, and a `{path}` at the end also matches
 * slashes.
 */
export function described<Route extends RouteConfig>(app: OpenAPIHono, route: Route): Route & { hide: true } {
  app.openAPIRegistry.registerPath(route);
  return { ...route, path: narrowed(route.path), hide: true };
}

/**
 * Converts a path to hono's syntax: a pattern in braces after the name. The types are grouped, because hono
 * adds `^` and `$`, which bind tighter than `|`.
 */
function narrowed(path: string): string {
  return path
    .replace("/{types}", "/{types{(?:models|datasets|spaces)}}")
    .replace(/\/\{path\}$/, "/{path{.+}}");
}
