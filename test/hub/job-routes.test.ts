import { expect, test } from "vitest";
import { z } from "zod";
import { jobSchema, type WireJob } from "../../src/model/job-wire.ts";
import { endOf, jobHub, outputOf, runScript } from "../support/jobs.ts";
import { testHub, type TestHub } from "../support/local-hub.ts";

/** Request of the Python client. */
const asked = {
  command: ["sh", "-c", 'echo "$GREETING $KEY"'],
  arguments: [],
  environment: { GREETING: "hello", N: 3 },
  secrets: { KEY: "s3cret-of-job" },
  flavor: "cpu-basic",
  dockerImage: "python:3.12",
  labels: { name: "python-3-12-0a1b2c3d" },
  timeoutSeconds: 60,
  volumes: [{ type: "dataset", source: "me/corpus", mountPath: "/data" }],
};

function post(hub: TestHub, path: string, body: unknown = {}, method = "POST"): Promise<Response> {
  return hub.call(path, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

async function jobOf(answer: Promise<Response>): Promise<WireJob> {
  return jobSchema.parse(await (await answer).json());
}

async function refusedWith(asking: Promise<Response>): Promise<readonly [status: number, error: string]> {
  const answer = await asking;
  expect(answer.headers.get("x-error-code")).toBeNull();
  return [answer.status, z.object({ error: z.string() }).parse(await answer.json()).error];
}

test("a run has the Hub's format, a note about the unused image, and names of secrets only", async () => {
  const hub = await testHub();
  const { id, ...run } = await jobOf(post(hub, "/api/jobs/me", asked));
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(run).toMatchObject({
    command: asked.command,
    arguments: [],
    environment: { GREETING: "hello", N: "3" },
    secrets: { KEY: "[redacted]" },
    dockerImage: "python:3.12",
    flavor: "cpu-basic",
    labels: asked.labels,
    timeout: 60,
    volumes: asked.volumes,
    owner: { name: "me", type: "user" },
    initiator: { type: "user", name: "me" },
    status: {
      stage: "SCHEDULING",
      message:
        "a process on this machine: image python:3.12, flavor cpu-basic, and volumes are recorded but not used",
    },
    durations: { schedulingSecs: null, runningSecs: null, totalSecs: 0 },
  });
  expect(await (await hub.call("/api/jobs/me")).text()).not.toContain("s3cret-of-job");
});

test("a run goes from waiting to its end, with its result in response and log", async () => {
  const hub = await jobHub();
  const { id } = await jobOf(post(hub, "/api/jobs/me", asked));
  expect(await outputOf(hub.client, id)).toEqual(["hello [redacted]"]);
  const run = await jobOf(hub.call(`/api/jobs/me/${id}`));
  expect(run.status).toEqual({ stage: "COMPLETED" });
  expect(Date.parse(run.startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(run.createdAt ?? ""));
  expect(Date.parse(run.finishedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(run.startedAt ?? ""));
});

test("a log is a stream of events with timestamps and a first line about the run; tail returns the last lines", async () => {
  const hub = await jobHub();
  const { id } = await runScript(hub, "for n in 1 2 3; do echo $n; done");
  await endOf(hub.client, id);
  const answer = await hub.call(`/api/jobs/me/${id}/logs`);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const events = (await answer.text())
    .split("\n\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text.replace(/^data: /, "")));
  expect(events.map(({ data }) => data)).toEqual([
    "===== Job started as a process on this machine: image python:3.12 and flavor cpu-basic are recorded but not used =====",
    "1",
    "2",
    "3",
  ]);
  for (const { timestamp } of events) expect(new Date(timestamp).toISOString()).toBe(timestamp);
  const last = await (await hub.call(`/api/jobs/me/${id}/logs?tail=2`)).text();
  expect(last.match(/"data":"\d"/g)).toEqual(['"data":"2"', '"data":"3"']);
  expect(await (await hub.call(`/api/jobs/me/${id}/logs?tail=0`)).text()).toBe("");
});

test("runs are listed newest first, and by stage and labels as the Python client asks", async () => {
  const hub = await testHub();
  const ids: string[] = [];
  for (const team of ["a", "b", "b"]) {
    const body = { ...asked, labels: { team, env: "prod" } };
    ids.push((await jobOf(post(hub, "/api/jobs/me", body))).id);
  }
  await post(hub, `/api/jobs/me/${ids[1]}/cancel`);
  const listed = async (query: string): Promise<readonly string[]> => {
    const answer = await hub.call(`/api/jobs/me${query}`);
    return z
      .array(jobSchema)
      .parse(await answer.json())
      .map(({ id }) => id);
  };
  expect(await listed("")).toEqual(ids.toReversed());
  expect(await listed("?stage=CANCELED")).toEqual([ids[1]]);
  expect(await listed("?stage=CANCELED&stage=SCHEDULING")).toEqual(ids.toReversed());
  expect(await listed("?label=team%3Db&label=env%3Dprod&stage=SCHEDULING")).toEqual([ids[2]]);
  expect(await listed("?label=team%3Dc")).toEqual([]);
});

test("labels are replaced as a whole", async () => {
  const hub = await testHub();
  const { id } = await jobOf(post(hub, "/api/jobs/me", asked));
  const labels = { team: "ml" };
  expect(await jobOf(post(hub, `/api/jobs/me/${id}/labels`, { labels }, "PUT"))).toMatchObject({ labels });
  expect((await jobOf(hub.call(`/api/jobs/me/${id}`)))["labels"]).toEqual(labels);
});

test("a waiting run is canceled immediately and never started; canceling again has no effect", async () => {
  const hub = await testHub();
  const { id } = await jobOf(post(hub, "/api/jobs/me", asked));
  const canceled = await jobOf(post(hub, `/api/jobs/me/${id}/cancel`));
  expect(canceled.status).toEqual({ stage: "CANCELED" });
  hub.hub.startDispatching();
  const later = await runScript(hub, "echo later");
  await endOf(hub.client, later.id);
  expect(await jobOf(post(hub, `/api/jobs/me/${id}/cancel`))).toEqual(canceled);
  expect(await outputOf(hub.client, id)).toEqual([]);
});

test.each([
  [{ dockerImage: undefined }, '"value" must contain at least one of [dockerImage, spaceId]'],
  [{ spaceId: "me/space" }, '"value" contains a conflict between exclusive peers [dockerImage, spaceId]'],
  [{ command: [] }, '"value" must contain a "command"'],
  [{ command: "python" }, '"command" must be an array'],
  [{ command: ["a\0b"] }, '"command[0]" must not contain NUL'],
  [{ environment: { "A=B": "1" } }, '"environment" must have non-empty names without ='],
  [{ timeoutSeconds: 0 }, '"timeoutSeconds" must be greater than 0'],
])("a request with %j is refused with the reason", async (over, message) => {
  const hub = await testHub();
  const [status, error] = await refusedWith(post(hub, "/api/jobs/me", { ...asked, ...over }));
  expect(status).toBe(400);
  expect(error).toContain(message);
});

test("missing runs are a 404, and another account's namespace is refused", async () => {
  const hub = await testHub();
  const none = "0".repeat(24);
  for (const path of [`/api/jobs/me/${none}`, `/api/jobs/me/${none}/logs`]) {
    expect(await refusedWith(hub.call(path))).toEqual([404, "Job not found"]);
  }
  expect(await refusedWith(post(hub, `/api/jobs/me/${none}/cancel`))).toEqual([404, "Job not found"]);
  const other = "This token has no Jobs in the namespace acme";
  expect(await refusedWith(hub.call("/api/jobs/acme"))).toEqual([403, other]);
  expect(await refusedWith(post(hub, "/api/jobs/acme", asked))).toEqual([403, other]);
});

test("a public hub cannot run Jobs and refuses webhooks that start one", async () => {
  const hub = await jobHub({ public: true });
  const off: unknown = [
    403,
    "Jobs are disabled: this local hub is public, or other machines can reach it and it was started without --jobs",
  ];
  expect(await refusedWith(post(hub, "/api/jobs/me", asked))).toEqual(off);
  expect(await refusedWith(hub.call("/api/jobs/me"))).toEqual(off);
  const webhook = { watched: [{ type: "user", name: "me" }], jobSourceId: "0".repeat(24) };
  expect(await refusedWith(post(hub, "/api/settings/webhooks", webhook))).toEqual(off);
});
