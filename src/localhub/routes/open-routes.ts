import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { openApiPath, openPaths } from "./paths.ts";

/** Adds the page at `/` for people who open this address. It names the file of the token, not the token. */
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
    `This is hooklens ${version}, a local hub: a service that speaks the Hugging Face Hub's API, for webhooks and what fires them.`,
    "",
    "To let the Hub's own tools talk to it, on the machine it runs on:",
    `  eval "$(hooklens hub env)"`,
    "",
    "From elsewhere, with the token it accepts:",
    `  export HF_ENDPOINT=${url} HF_TOKEN=…`,
    "",
    `API description: ${url}${openApiPath}`,
    "Everything but this page and that description needs the token, as Authorization: Bearer.",
    "",
  ].join("\n");
}

/** Every error response; see `refusal`. Some have further fields, such as the `url` of an existing repo. */
const refusalSchema = z.looseObject({ error: z.string() }).openapi("Refusal");

const refusalResponse = {
  description: "Error: 401 without the token, 400 for an invalid request, 404, 409, 413, 5xx",
  headers: {
    "X-Error-Message": { description: "The message in ASCII", schema: { type: "string" as const } },
    "X-Error-Code": {
      description: "Code by which clients distinguish errors: RepoNotFound, RevisionNotFound, EntryNotFound",
      schema: { type: "string" as const },
    },
    "X-Request-Id": { description: "Id of this request", schema: { type: "string" as const } },
  },
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
};

/**
 * Adds the OpenAPI description of all routes, generated from the schemas that validate requests. Must be
 * added last.
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
        "The Hugging Face Hub's API as far as webhooks and their events need it, and the routes that only a local hub has.",
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
