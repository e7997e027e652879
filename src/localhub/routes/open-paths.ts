/** Path of the API description. */
export const openApiPath = "/.well-known/openapi.json";

/** Paths without authentication. All others need the token, also unknown ones. */
export const openPaths: ReadonlySet<string> = new Set([
  "/",
  "/api/agent-harnesses",
  "/hooklens/v1/health",
  openApiPath,
]);
