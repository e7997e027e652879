import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApiFile, openApiText } from "../../../scripts/write-openapi.ts";
import { checkAnswer, testHub, testToken } from "../../support/local-hub.ts";

const whoami = {
  type: "user",
  name: "me",
  fullname: "me",
  orgs: [],
  auth: { accessToken: { displayName: "d", role: "write" } },
};

test("schemas/openapi.json is current (else: node scripts/write-openapi.ts)", async () => {
  expect(readFileSync(openApiFile, "utf8")).toBe(await openApiText());
});

test("it has all routes of webhooks with the Hub's paths", async () => {
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

test("it is served without a token and marks the open paths", async () => {
  const { hub } = await testHub();
  const answer = await hub.fetch(new Request("http://hub.local/.well-known/openapi.json"));
  const { paths } = JSON.parse(await answer.text());
  expect(paths["/hooklens/v1/health"].get.security).toEqual([]);
  expect(paths["/api/whoami-v2"].get.security).toBe(undefined);
  expect(paths["/api/whoami-v2"].get.responses.default).toEqual({ $ref: "#/components/responses/Refusal" });
});

test("the page explains how to reach the hub and contains no secret", async () => {
  const { hub } = await testHub();
  const page = await hub.fetch(new Request("http://localhost:7870/"));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await page.text();
  expect(text).toContain("export HF_ENDPOINT=http://localhost:7870 HF_TOKEN=");
  expect(text).not.toContain(testToken);
});

test.for<[what: string, path: string, answer: Response, complaint: RegExp]>([
  ["what is described", "/api/whoami-v2", Response.json(whoami), /^nothing$/],
  ["a refusal", "/api/whoami-v2", Response.json({ error: "no" }, { status: 409 }), /^nothing$/],
  ["a field too many", "/api/whoami-v2", Response.json({ ...whoami, extra: 1 }), /extra/],
  ["a field too few", "/api/whoami-v2", Response.json({ ...whoami, name: undefined }), /name/],
  ["another type", "/api/whoami-v2", Response.json({ ...whoami, name: 1 }), /expected string/],
  ["a refusal of another shape", "/api/whoami-v2", Response.json({ oh: "no" }, { status: 500 }), /error/],
  ["another status", "/api/whoami-v2", Response.json(whoami, { status: 201 }), /status is not described/],
  ["another kind of content", "/api/whoami-v2", new Response("hello"), /text\/plain, which is not described/],
  ["a path there is none of", "/nothing/here", Response.json({}), /path is not described/],
])("responses in these tests are validated against it: %s", async ([, path, answer, complaint]) => {
  const wrong = await checkAnswer(new Request(`http://hub.local${path}`), answer);
  expect(wrong ?? "nothing").toMatch(complaint);
});
