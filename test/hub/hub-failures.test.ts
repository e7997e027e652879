import { expect, test } from "vitest";
import type { HubClient } from "../../src/hub/client.ts";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import {
  HubAnswerError,
  HubFailedError,
  HubMovedError,
  HubRateLimitError,
  HubRefusedError,
  HubTimeoutError,
  HubUnauthorizedError,
  HubUnreachableError,
  NotLocalHubError,
  WebhookNotFoundError,
} from "../../src/hub/errors.ts";
import type { HooklensError } from "../../src/model/errors.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub } from "../support/local-hub.ts";

const watched = [{ type: "model", name: "me/m" }];
const html = { "content-type": "text/html; charset=utf-8" };

/** Creates a client with short timeouts and delays. */
function hastyClient(endpoint: string, timeoutMs = 5_000): HubClient {
  return createHubClient({ endpoint, token: "hf_x", timeoutMs, retryDelaysMs: [1, 1] });
}

async function failureOf(call: Promise<unknown>): Promise<HooklensError> {
  return call.then(
    () => {
      throw new Error("the call worked");
    },
    (error: HooklensError) => {
      expect(error.message).not.toContain("\n");
      return error;
    },
  );
}

test("a hub that is down", async () => {
  const target = await httpTarget(always(200));
  await target.close();
  const error = await failureOf(hastyClient(target.url).listWebhooks());
  expect(error).toBeInstanceOf(HubUnreachableError);
  expect(error.exitCode).toBe(3);
  expect(error.message).toBe(
    `could not list the webhooks on ${target.url} (connection refused). Check the address (--endpoint, HF_ENDPOINT), the network, and that the hub is running.`,
  );
});

test("a cut connection is retried, except for create", async () => {
  const target = await httpTarget((request) => request.socket.destroy());
  const client = hastyClient(target.url);
  expect(await failureOf(client.listWebhooks())).toBeInstanceOf(HubUnreachableError);
  expect(target.seen.length).toBe(3);
  const error = await failureOf(client.createWebhook({ url: "https://example.org", watched }));
  expect(error.message).toContain(`could not create the webhook on ${target.url} (the connection was lost)`);
  expect(target.seen.length).toBe(4);
});

test.for([
  ["answers nothing", () => {}],
  [
    "stops in the middle of its answer",
    (_request: unknown, response: { writeHead(status: number): void; write(text: string): void }) => {
      response.writeHead(200);
      response.write("[");
    },
  ],
] as const)("a hub that %s is given up on, and not asked again", async ([, answer]) => {
  const target = await httpTarget(answer);
  const error = await failureOf(hastyClient(target.url, 100).listWebhooks());
  expect(error).toBeInstanceOf(HubTimeoutError);
  expect(error.exitCode).toBe(3);
  expect(error.message).toContain("no response within 0.1 s");
  expect(target.seen.length).toBe(1);
});

test.for([
  ["a web page", "<!doctype html><title>hi</title>", html, "it is a web page, HTTP 200"],
  ["no JSON", "[{", {}, "it is not JSON, HTTP 200"],
  ["nothing", "", {}, "it is not JSON, HTTP 200"],
  [
    "JSON of another shape",
    '{"webhooks": []}',
    {},
    expect.stringMatching(/^the response: .*array.*HTTP 200$/),
  ],
  ["a webhook without an id", '[{"watched": []}]', {}, expect.stringMatching(/^0\.id: .*HTTP 200$/)],
] as const)("a hub that answers %s", async ([, body, headers, why]) => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  const error = await failureOf(hastyClient(target.url).listWebhooks());
  expect(error).toBeInstanceOf(HubAnswerError);
  expect(error.exitCode).toBe(3);
  expect(error.message).toContain(
    `could not list the webhooks on ${target.url}: the response is not from a hub`,
  );
  expect(error.why).toEqual(why);
});

test("401: the token is wrong", async () => {
  const message = "Invalid credentials in Authorization header";
  const target = await httpTarget(
    always(401, { error: message }, { "x-error-message": message, "x-request-id": "Root=1-abc" }),
  );
  const error = await failureOf(hastyClient(target.url).whoami());
  expect(error).toBeInstanceOf(HubUnauthorizedError);
  expect(error).toMatchObject({ exitCode: 1, status: 401, requestId: "Root=1-abc" });
  expect(error.message).toBe(
    `could not identify the account on ${target.url} (${message}, HTTP 401, request Root=1-abc). Use a token that this hub accepts (--token, HF_TOKEN or hf auth login), or --local.`,
  );
  expect(target.seen.length).toBe(1);
});

test("403: the hub's reason, and what a token needs", async () => {
  const target = await httpTarget(always(403, {}, { "x-error-message": "Read-only token" }));
  const error = await failureOf(hastyClient(target.url).disableWebhook("a1"));
  expect(error).toBeInstanceOf(HubRefusedError);
  expect(error.message).toContain("(Read-only token, HTTP 403). Check the permissions of the token");
});

test("404: the webhook is named, not the path", async () => {
  const target = await httpTarget(always(404, { error: "Webhook not found" }));
  const error = await failureOf(hastyClient(target.url).getWebhook("a1"));
  expect(error).toBeInstanceOf(WebhookNotFoundError);
  expect(error).toMatchObject({ code: "not-found", exitCode: 1 });
  expect(error.message).toContain(`${target.url} has no webhook a1 (Webhook not found, HTTP 404)`);
});

test("404 where no webhook is named is a refusal", async () => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(404, html).end("<html>lost</html>");
  });
  const error = await failureOf(hastyClient(target.url).listWebhooks());
  expect(error).toBeInstanceOf(HubRefusedError);
  expect(error.why).toBe("HTTP 404");
});

test("409 is not retried", async () => {
  const target = await httpTarget(
    always(409, { error: ["one", "two"], errors: [{ message: "two" }, { message: "3" }] }),
  );
  const error = await failureOf(hastyClient(target.url).deleteWebhook("a1"));
  expect(error).toBeInstanceOf(HubRefusedError);
  expect(error.why).toBe("one; two; 3, HTTP 409");
  expect(target.seen.length).toBe(1);
});

test("429 is retried if that is safe, and contains the time of the retry", async () => {
  const target = await httpTarget(always(429, {}, { "retry-after": "0" }));
  const client = hastyClient(target.url);
  expect(await failureOf(client.listWebhooks())).toBeInstanceOf(HubRateLimitError);
  expect(target.seen.length).toBe(3);
  await failureOf(client.enableWebhook("a1"));
  expect(target.seen.length).toBe(4);

  const patient = await httpTarget(always(429, {}, { "retry-after": "300" }));
  const error = await failureOf(hastyClient(patient.url).listWebhooks());
  expect(error.message).toContain("Retry in 300 s.");
  expect(patient.seen.length).toBe(1);
});

test("500 is retried if that is safe", async () => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(target.seen.length < 3 ? 500 : 200).end("[]");
  });
  expect(await hastyClient(target.url).listWebhooks()).toEqual([]);
  expect(target.seen.length).toBe(3);

  const broken = await httpTarget(always(502));
  const error = await failureOf(hastyClient(broken.url).updateWebhook("a1", {}));
  expect(error).toBeInstanceOf(HubFailedError);
  expect(error.exitCode).toBe(3);
});

test("a delete whose first response was lost succeeds if the retry is a 404", async () => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(target.seen.length === 1 ? 503 : 404).end();
  });
  await hastyClient(target.url).deleteWebhook("a1");
  expect(target.seen.length).toBe(2);
});

test("a redirect is not followed, so the token stays with its hub", async () => {
  const other = await httpTarget(always(200, []));
  const target = await httpTarget(always(308, {}, { location: `${other.url}/api/settings/webhooks` }));
  const error = await failureOf(hastyClient(target.url).listWebhooks());
  expect(error).toBeInstanceOf(HubMovedError);
  expect(error.hint).toBe(`Use --endpoint ${other.url} if that is the hub`);
  expect(other.seen).toEqual([]);
});

test("a hub's message is reduced to one line and limited in length", async () => {
  const target = await httpTarget(
    always(400, { error: `first\r\n  second\u2028third\n${"x".repeat(10_000)}` }),
  );
  const error = await failureOf(
    hastyClient(target.url).createWebhook({ url: "https://example.org", watched }),
  );
  expect(error.why).toMatch(/^first second third x+…, HTTP 400$/);
  expect(error.message.length).toBeLessThan(1_000);
});

test.for([
  ["has no such page", 404, "<html>lost</html>", html],
  ["wants another login", 401, '{"error": "no"}', {}],
  ["answers every path with a page", 200, "<html>hello</html>", html],
] as const)("trigger says that only a local hub can, on a hub that %s", async ([, status, body, headers]) => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  const call = hastyClient(target.url).trigger({
    scope: "repo",
    action: "update",
    repo: { type: "model", name: "me/m" },
  });
  const error = await failureOf(call);
  expect(error).toBeInstanceOf(NotLocalHubError);
  expect(error.message).toContain("only a local hub can trigger");
});

test("a local hub explains what is wrong with a trigger", async () => {
  const { client } = await testHub();
  const error = await failureOf(
    client.trigger({ scope: "repo", action: "explode", repo: { type: "model", name: "me/m" } }),
  );
  expect(error).toBeInstanceOf(HubRefusedError);
  expect(error.why).toContain('"repo.explode" is not an event. Use one of repo.content.update, repo.create,');
});
