import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApiFile, openApiText } from "../../../scripts/write-openapi.ts";

test("schemas/openapi.json is what the hub says of itself (else: node scripts/write-openapi.ts)", async () => {
  expect(readFileSync(openApiFile, "utf8")).toBe(await openApiText());
});

test("it has every route of the webhooks, with the Hub's own paths", async () => {
  const { paths } = JSON.parse(await openApiText());
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(routes).toEqual(
    expect.arrayContaining([
      "get /api/settings/webhooks",
      "post /api/settings/webhooks",
      "get /api/settings/webhooks/{id}",
      "post /api/settings/webhooks/{id}",
      "delete /api/settings/webhooks/{id}",
      "post /api/settings/webhooks/{id}/enable",
      "post /api/settings/webhooks/{id}/disable",
      "post /hooklens/v1/trigger",
      "get /hooklens/v1/health",
    ]),
  );
});
