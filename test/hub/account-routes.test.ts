import { expect, test } from "vitest";
import { StoreFullError } from "../../src/store/errors.ts";
import { testHub, testToken } from "../support/local-hub.ts";

test("whoami returns what the Python client reads", async () => {
  const { call } = await testHub();
  const answer = await call("/api/whoami-v2");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    type: "user",
    name: "me",
    fullname: "me",
    orgs: [],
    auth: { accessToken: { displayName: "hooklens", role: "write" } },
  });
});

test("health and agent harnesses need no token", async () => {
  const { hub } = await testHub();
  const health = await hub.fetch(new Request("http://hub.local/hooklens/v1/health"));
  expect(await health.json()).toEqual({ name: "hooklens", version: "9.9.9" });
  expect(health.headers.get("x-request-id")).toMatch(/^req-/);
  const harnesses = await hub.fetch(new Request("http://hub.local/api/agent-harnesses"));
  expect(await harnesses.json()).toEqual({ standardEnvVars: [], harnesses: {} });
});

test.for([
  ["no header", {}],
  ["another token", { authorization: "Bearer hf_other" }],
  ["a longer token", { authorization: `Bearer ${testToken}x` }],
  ["another scheme", { authorization: `Basic ${testToken}` }],
  ["an empty token", { authorization: "Bearer " }],
] as const)("everything else needs the token: 401 for %s", async ([, headers]) => {
  const { hub } = await testHub();
  for (const path of ["/api/settings/webhooks", "/api/whoami-v2", "/hooklens/v1/trigger", "/nothing/here"]) {
    const answer = await hub.fetch(new Request(`http://hub.local${path}`, { headers }));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: "Invalid credentials in Authorization header" });
    expect(answer.headers.get("x-error-message")).toBe("Invalid credentials in Authorization header");
    expect(answer.headers.get("x-request-id")).toMatch(/^req-/);
  }
});

test("the scheme of the header is case-insensitive", async () => {
  const { call } = await testHub();
  const answer = await call("/api/whoami-v2", { headers: { authorization: `bearer ${testToken}` } });
  expect(answer.status).toBe(200);
});

test("a path this hub does not have is a 404 that names it", async () => {
  const { call } = await testHub();
  const answer = await call("/api/papers/me/m");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ error: "This local hub has no GET /api/papers/me/m" });
});

test("an unusable store is a 503 with the reason", async () => {
  const { store } = await testHub();
  const why = new StoreFullError({ what: "cannot write hub.db", why: "no space left on the disk" });
  const registry = { ...store.registry, list: () => Promise.reject(why) };
  const { call } = await testHub({ registry });
  const answer = await call("/api/settings/webhooks");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: "cannot write hub.db (no space left on the disk)." });
});

test("a failing store is a 500 without details, which are in the log", async () => {
  const { call, store, lines } = await testHub();
  await store.close();
  const answer = await call("/api/settings/webhooks");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "This local hub failed; see its log" });
  expect(lines).toEqual([expect.stringContaining("a request failed")]);
});
