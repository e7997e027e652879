import { expect, test } from "vitest";
import { z } from "zod";
import { testHub, testToken } from "../support/local-hub.ts";

const open = ["GET /api/agent-harnesses", "GET /hooklens/v1/health"];
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

async function describedRoutes() {
  const { call, hub } = await testHub();
  const { paths } = documentSchema.parse(await (await call("/.well-known/openapi.json")).json());
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  return { hub, routes };
}

test("every route but the page, the description, the health and the harnesses needs the token", async () => {
  const { hub, routes } = await describedRoutes();
  expect(routes.length).toBeGreaterThan(10);
  const answered: string[] = [];
  for (const { method, path } of routes) {
    const url = `http://hub.local${path.replaceAll(/\{[^}]+\}/g, "1")}`;
    for (const authorization of [
      null,
      "Bearer hf_another",
      `Bearer ${testToken.slice(0, -1)}`,
      `Basic ${btoa("user:hf_another")}`,
    ]) {
      const headers = authorization === null ? {} : { authorization };
      const { status } = await hub.fetch(new Request(url, { method, headers }));
      if (status !== 401) answered.push(`${method} ${path}`);
    }
  }
  expect([...new Set(answered)].toSorted()).toEqual(open);
});

test("a path that resembles an open one needs the token", async () => {
  const { hub } = await testHub();
  for (const path of [
    "//",
    "/api/agent-harnesses/",
    "/API/agent-harnesses",
    "/.well-known/openapi.json/x",
    "/%2e%2e/api/whoami-v2",
    "/hooklens/v1/health;x",
  ]) {
    const { status } = await hub.fetch(new Request(`http://hub.local${path}`));
    expect({ path, status }).toEqual({ path, status: 401 });
  }
});
