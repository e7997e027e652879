import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";

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
