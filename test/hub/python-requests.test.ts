import { expect, test } from "vitest";
import { checkAnswer, testHub } from "../support/local-hub.ts";
import { rawRequest } from "../support/raw-http.ts";
import { recordedRequests, recordedTarget, withoutMadeUp, withValues } from "../support/recorded-requests.ts";

/** Runs proceed between requests, so these responses depend on timing. */
const dependsOnTheMoment = /^\/api\/jobs\//;

const bodyless = new Set(["GET", "HEAD"]);

test.for(recordedRequests())(
  "what the real Python client sent for $name is answered as it was then, byte for byte the same requests",
  { timeout: 120_000 },
  async ({ exchanges, events }) => {
    const { hub, client } = await testHub();
    const { port, url } = await hub.listen({ host: "127.0.0.1", port: 0 });
    const answers: unknown[] = [];
    expect(exchanges.length).toBeGreaterThan(5);
    for (const [
      index,
      { step, method, path: recordedPath, headers, body: recordedBody, afterPush, answer },
    ] of exchanges.entries()) {
      const place = `${index} ${method} ${recordedPath} in "${step}"`;
      const path = withValues(recordedPath, answers);
      const body = withValues(recordedBody, answers);
      const head = headers.map(
        ([name, value]) => `${name}: ${value.replace("{{host}}", `127.0.0.1:${port}`)}`,
      );
      const bytes = Buffer.from([`${method} ${path} HTTP/1.1`, ...head, "", body].join("\r\n"));
      const got = await rawRequest(port, bytes);
      const value: unknown = JSON.parse(Buffer.from(got.body, "latin1").toString());
      answers.push(value);
      expect({ place, status: got.status }).toEqual({ place, status: answer.status });
      const comparable = (json: unknown) =>
        afterPush || dependsOnTheMoment.test(path) ? null : withoutMadeUp(json);
      expect({ place, answer: comparable(value) }).toEqual({ place, answer: comparable(answer.body) });
      const request = new Request(`${url}${path}`, { method, ...(bodyless.has(method) ? {} : { body }) });
      const response = Response.json(value, { status: got.status });
      expect({ place, wrong: await checkAnswer(request, response) }).toEqual({ place, wrong: null });
    }
    const witness = (await client.listWebhooks()).find((webhook) => webhook.url === recordedTarget);
    const { dispatches } = await client.activity(witness?.id ?? "none", { limit: 200 });
    expect(dispatches.map(({ event }) => `${event.scope}.${event.action}`).toReversed()).toEqual(events);
  },
);
