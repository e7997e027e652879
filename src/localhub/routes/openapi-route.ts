import type { OpenAPIHono } from "@hono/zod-openapi";

/** Where a hub describes itself; answered without a token. */
export const openApiPath = "/hooklens/v1/openapi.json";

/** The description of every route this hub has, made from the schemas that check its requests. */
export function addOpenApiRoute(app: OpenAPIHono, version: string): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  app.doc31(openApiPath, {
    openapi: "3.1.0",
    info: {
      title: "hooklens local hub",
      version,
      description:
        "The part of the Hugging Face Hub's API that webhooks need, and what a local hub has besides.",
    },
    security: [{ token: [] }],
  });
}
