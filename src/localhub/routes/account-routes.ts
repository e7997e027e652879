import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "./hub-app.ts";

const whoamiRoute = createRoute({
  method: "get",
  path: "/api/whoami-v2",
  responses: {
    200: json(
      z.object({
        type: z.literal("user"),
        name: z.string(),
        fullname: z.string(),
        orgs: z.array(z.object({ name: z.string() })),
        auth: z.object({ accessToken: z.object({ displayName: z.string(), role: z.string() }) }),
      }),
      "The account of the token",
    ),
  },
});

/**
 * Route that the Hub's command line requests once a day. An empty response means that there are no harnesses.
 */
const harnessesRoute = createRoute({
  method: "get",
  path: "/api/agent-harnesses",
  responses: {
    200: json(
      z.object({ standardEnvVars: z.array(z.string()), harnesses: z.record(z.string(), z.unknown()) }),
      "No harnesses",
    ),
  },
});

/** Adds `whoami` and another route that the Hub's tools request. */
export function addAccountRoutes(app: OpenAPIHono, account: string): void {
  app.openapi(whoamiRoute, (context) =>
    context.json(
      {
        type: "user" as const,
        name: account,
        fullname: account,
        orgs: [],
        auth: { accessToken: { displayName: "hooklens", role: "write" } },
      },
      200,
    ),
  );
  app.openapi(harnessesRoute, (context) => context.json({ standardEnvVars: [], harnesses: {} }, 200));
}
