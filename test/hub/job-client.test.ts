import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { HubUnreachableError, NoJobsError } from "../../src/hub/errors.ts";
import { NotFoundError } from "../../src/model/errors.ts";
import type { JobLogLine } from "../../src/model/job.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { httpTarget } from "../support/http-target.ts";
import { endOf, firstWord, jobHub, outputOf, runScript } from "../support/jobs.ts";
import { testToken } from "../support/local-hub.ts";

const none = "0".repeat(24);

/** Creates a foreign hub whose `logs` responds with the log of every run. */
async function otherHub(answer: Parameters<typeof httpTarget>[0]) {
  const target = await httpTarget((request, response) => {
    if (request.url !== "/api/whoami-v2") return answer(request, response);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name: "o/ther", fullname: null }));
  });
  const client = createHubClient({ endpoint: target.url, token: "hf_x", retryDelaysMs: [] });
  return { client, target };
}

test.each(["in-process", "over HTTP"])("a Job is run, followed, listed and read (%s)", async (how) => {
  const hub = await jobHub();
  const { url } = await hub.hub.listen({ host: "127.0.0.1", port: 0 });
  const client = how === "in-process" ? hub.client : createHubClient({ endpoint: url, token: testToken });
  const run = await runScript({ client }, "echo $EPOCHS; exit 4", { environment: { EPOCHS: "3" } });
  expect(run).toMatchObject({ stage: "SCHEDULING", ended: false, image: "python:3.12", webhookId: null });
  expect(await outputOf(client, run.id)).toEqual(["3"]);
  const ended = await client.getJob(run.id);
  expect(ended).toMatchObject({ stage: "ERROR", ended: true, message: "exit code 4", command: run.command });
  const { environment, secrets, ...listed } = ended;
  expect([environment, secrets]).toEqual([{ EPOCHS: "3" }, []]);
  expect(await client.listJobs()).toEqual([listed]);
  expect(await client.cancelJob(run.id)).toEqual(ended);
});

test("a log can be left while the run continues", async () => {
  const hub = await jobHub();
  const { url } = await hub.hub.listen({ host: "127.0.0.1", port: 0 });
  const client = createHubClient({ endpoint: url, token: testToken });
  const { id } = await runScript({ client }, "echo one; while :; do sleep 0.05; done");
  expect(await firstWord(client, id)).toBe("one");
  expect(await client.getJob(id)).toMatchObject({ stage: "RUNNING", ended: false });
  await client.cancelJob(id);
  expect(await endOf(client, id)).toMatchObject({ stage: "CANCELED" });
});

test("all followers of a run get its whole log", async () => {
  const hub = await jobHub();
  const { id } = await runScript(hub, "seq 20000; sleep 0.2; seq 20000");
  const wanted = Array.from({ length: 40_000 }, (_, n) => String((n % 20_000) + 1));
  const got = await Promise.all([1, 2, 3].map(() => outputOf(hub.client, id)));
  for (const lines of got) expect(lines).toEqual(wanted);
});

test.each(["in-process", "over HTTP"])(
  "an unfinished line is sent until it is complete (%s)",
  async (how) => {
    const hub = await jobHub();
    const { url } = await hub.hub.listen({ host: "127.0.0.1", port: 0 });
    const client = how === "over HTTP" ? createHubClient({ endpoint: url, token: testToken }) : hub.client;
    const go = freshDataDir("go");
    const script = String.raw`printf '  0%%\r 50%%'; until [ -e ${go} ]; do sleep 0.05; done; printf '\r100%%\nend\n'`;
    const { id } = await runScript({ client }, script);
    const got: string[] = [];
    const unfinished = ({ text }: JobLogLine): void => {
      got.push(`… ${text}`);
      mkdirSync(go, { recursive: true });
    };
    for await (const { text } of client.jobLog(id, undefined, undefined, unfinished)) got.push(text);
    expect(got.slice(1)).toEqual(["…  50%", "  0%\r 50%\r100%", "end"]);
  },
);

test("a missing run is reported, and an id that is a path is not sent", async () => {
  const { client } = await jobHub();
  for (const asked of [client.getJob(none), client.cancelJob(none), outputOf(client, none)]) {
    await expect(asked).rejects.toThrow(NotFoundError);
  }
  await expect(client.getJob("../../settings/webhooks")).rejects.toThrow(
    "an ID has only letters, digits, - and _",
  );
});

test("a hub without Jobs is reported as such", async () => {
  const { client } = await otherHub((_request, response) => response.writeHead(404).end());
  await expect(client.listJobs()).rejects.toThrow(NoJobsError);
  await expect(client.runJob({ command: ["true"], image: "x" })).rejects.toThrow(
    /has no Jobs .*Use the Hub itself, or a local hub with --local/,
  );
});

test("a foreign hub's stream may be cut anywhere and have comments, other fields and no timestamps", async () => {
  const { client, target } = await otherHub((_request, response) => {
    response.setHeader("content-type", "text/event-stream");
    const parts = [
      ": keep-alive\n\nevent: log\nda",
      'ta: {"data":"one"}\n',
      '\ndata: {"data":"tw',
      'o"}\n\n',
    ];
    for (const part of parts) response.write(part);
    response.end(
      'data: no JSON\n\ndata: {"other":1}\n\ndata: {"data":"three","timestamp":"2026-11-20T10:00:00Z"}\n\n',
    );
  });
  const lines = [];
  for await (const line of client.jobLog(none)) lines.push(line);
  expect(lines).toEqual([
    { at: null, text: "one" },
    { at: null, text: "two" },
    { at: "2026-11-20T10:00:00Z", text: "three" },
  ]);
  expect(target.seen.at(-1)).toMatchObject({
    path: `/api/jobs/o%2Fther/${none}/logs`,
    headers: { authorization: "Bearer hf_x" },
  });
});

test("a cut stream is an error after its last event", async () => {
  const { client } = await otherHub((_request, response) => {
    response.write('data: {"data":"one"}\n\n', () => response.destroy());
  });
  const lines: string[] = [];
  const reading = (async () => {
    for await (const { text } of client.jobLog(none)) lines.push(text);
  })();
  await expect(reading).rejects.toThrow(HubUnreachableError);
  await expect(reading).rejects.toThrow(`could not read the log of Job ${none}`);
  expect(lines).toEqual(["one"]);
});
