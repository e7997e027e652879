import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { openApiPath, openPaths } from "./paths.ts";

/** Adds the page at `/` for people who open the address of the hub. It does not contain the token. */
export function addPageRoute(app: OpenAPIHono, version: string): void {
  app.get("/", (context) =>
    context.text(pageText(new URL(context.req.url).origin, version), 200, {
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'",
    }),
  );
}

function pageText(url: string, version: string): string {
  return [
    `This is hooklens ${version}, a local hub: a service with the part of the Hugging Face Hub's API that webhooks need.`,
    "",
    "To point the Hub's own tools at it on the machine it runs on:",
    `  eval "$(hooklens hub env)"`,
    "",
    "On another machine, with the token of this hub:",
    `  export HF_ENDPOINT=${url} HF_TOKEN=…`,
    "",
    `API description: ${url}${openApiPath}`,
    "Requests for other data require the token as Authorization: Bearer.",
    "",
  ].join("\n");
}

/**
 * Schema of every error response (`refusal`). Some have further fields, such as the `url` of an existing
 * repo.
 */
const refusalSchema = z.looseObject({ error: z.string() }).openapi("Refusal");

const refusalResponse = {
  description: "Error: 400 for an invalid request, 401 without the token, another 4xx or 5xx",
  headers: {
    "X-Error-Message": { description: "The message in ASCII", schema: { type: "string" as const } },
    "X-Error-Code": {
      description: "Code by which clients distinguish errors: RepoNotFound, RevisionNotFound, EntryNotFound",
      schema: { type: "string" as const },
    },
    "X-Request-Id": { description: "ID of the request", schema: { type: "string" as const } },
  },
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
};

/**
 * Adds the OpenAPI description of all routes, which is generated from the schemas that validate requests.
 * Must be added last.
 */
export function addOpenApiRoute(app: OpenAPIHono, version: string): void {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  registry.registerComponent("responses", "Refusal", refusalResponse);
  registry.register("Refusal", refusalSchema);
  app.get(openApiPath, (context) => context.json(describe(app, version)));
}

function describe(app: OpenAPIHono, version: string) {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "hooklens local hub",
      version,
      description:
        "The part of the Hugging Face Hub's API that webhooks and their events need, and the routes that only a local hub has.",
    },
    security: [{ token: [] }],
  });
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of ["get", "head", "put", "post", "delete", "patch"] as const) {
      const operation = operations[method];
      if (operation === undefined) continue;
      operation.responses = { ...operation.responses, default: { $ref: "#/components/responses/Refusal" } };
      if (openPaths.has(path)) operation.security = [];
    }
  }
  return document;
}
