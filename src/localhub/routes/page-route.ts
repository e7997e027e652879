import type { OpenAPIHono } from "@hono/zod-openapi";
import { openApiPath } from "./open-paths.ts";

/** The page at `/`: for a person who finds this address. It says nothing of the token but where it is. */
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
    `What it answers: ${url}${openApiPath}`,
    "Everything but this page and that description needs the token, as Authorization: Bearer.",
    "",
  ].join("\n");
}
