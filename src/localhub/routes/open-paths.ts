/** Where a hub describes itself to programs. */
export const openApiPath = "/.well-known/openapi.json";

/** What is answered without a token; everything else needs it, also what does not exist. */
export const openPaths: ReadonlySet<string> = new Set([
  "/",
  "/api/agent-harnesses",
  "/hooklens/v1/health",
  openApiPath,
]);
