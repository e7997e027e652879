import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { HubRefusedError } from "../../src/hub/errors.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { endOf, firstWord, jobHub, outputOf, runScript } from "../support/jobs.ts";
import type { TestHub } from "../support/local-hub.ts";

const repo = { type: "dataset", name: "me/corpus" };
const event = { scope: "repo.content", action: "update", repo };

/** Creates a hub with a Job that prints its environment, and a webhook that starts it. */
async function hubWithJobWebhook(secret?: string, dataDir = freshDataDir()) {
  const hub = await jobHub({ dataDir });
  const script = `env; printf 'SHA256=%s\\n' "$(printf %s "$WEBHOOK_SECRET" | sha256sum)"`;
  const source = await runScript(hub, script, { environment: { EPOCHS: "3" } });
  await endOf(hub.client, source.id);
  const draft = { jobId: source.id, watched: [repo], ...(secret === undefined ? {} : { secret }) };
  return { ...hub, source, webhook: await hub.client.createWebhook(draft) };
}

/** Returns the newest run after it has ended. */
async function newestRun({ client, attempted }: Pick<TestHub, "client" | "attempted">, attempts = 1) {
  await attempted(attempts);
  const [run] = await client.listJobs();
  return endOf(client, run?.id ?? "");
}

function variables(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.map((line) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]));
}

test("an event starts a run of the source Job with the four variables and the Job's own, and the activity names the run", async () => {
  const hub = await hubWithJobWebhook("s3cret-of-webhook");
  await hub.client.trigger(event);
  const run = await newestRun(hub);
  expect(run).toMatchObject({ stage: "COMPLETED", webhookId: hub.webhook.id, command: hub.source.command });
  const env = variables(await outputOf(hub.client, run.id));
  const names = [...env.keys()].filter((name) => name.startsWith("WEBHOOK") || name === "EPOCHS");
  expect(new Set(names)).toEqual(
    new Set(["EPOCHS", "WEBHOOK_PAYLOAD", "WEBHOOK_REPO_ID", "WEBHOOK_REPO_TYPE", "WEBHOOK_SECRET"]),
  );
  expect(env.get("WEBHOOK_REPO_ID")).toBe("me/corpus");
  expect(env.get("WEBHOOK_REPO_TYPE")).toBe("dataset");
  // The process had the secret; its stored output does not.
  expect(env.get("WEBHOOK_SECRET")).toBe("[redacted]");
  expect(env.get("SHA256")).toBe(`${hash("sha256", "s3cret-of-webhook")}  -`);
  expect(JSON.parse(env.get("WEBHOOK_PAYLOAD") ?? "")).toMatchObject({
    event: { scope: "repo.content", action: "update" },
    repo: { name: "me/corpus" },
    webhook: { id: hub.webhook.id, version: 3 },
  });
  expect(hub.attempts).toMatchObject([{ jobRun: run.id, next: { kind: "sent" } }]);
  const { dispatches } = await hub.client.activity(hub.webhook.id);
  expect(dispatches).toMatchObject([
    { state: "sent", run: { id: run.id, stage: "COMPLETED", message: null } },
  ]);
  expect(await hub.store.queue.counts()).toMatchObject({ waiting: 0, leased: 0, dead: 0 });
});

test("a waiting run stores no secret and gets the webhook's current one at its start, also from the next hub", async () => {
  const dataDir = freshDataDir();
  const first = await hubWithJobWebhook("first-s3cret", dataDir);
  const running = await Promise.all(Array.from({ length: 4 }, () => runScript(first, "echo up; sleep 3600")));
  for (const { id } of running) await firstWord(first.client, id);
  await first.client.trigger(event);
  await first.attempted(1);
  const [waiting] = await first.store.jobs.waiting(1);
  expect(Object.keys(waiting?.trigger?.variables ?? {})).toEqual([
    "WEBHOOK_PAYLOAD",
    "WEBHOOK_REPO_ID",
    "WEBHOOK_REPO_TYPE",
  ]);
  expect(JSON.stringify(waiting)).not.toContain("first-s3cret");
  await first.client.updateWebhook(first.webhook.id, { secret: "second-s3cret" });
  // Stops starting runs, so that the next hub starts this one.
  await first.hub.close(0);

  const { client } = await jobHub({ dataDir });
  const id = waiting?.id ?? "";
  expect(await endOf(client, id)).toMatchObject({ stage: "COMPLETED" });
  const env = variables(await outputOf(client, id));
  expect(env.get("SHA256")).toBe(`${hash("sha256", "second-s3cret")}  -`);
});

test("without a secret its variable is absent, and the Job's environment does not replace the event's variables", async () => {
  const hub = await jobHub();
  const environment = { WEBHOOK_REPO_ID: "forged" };
  const { id: jobId } = await runScript(hub, "env", { environment });
  await hub.client.createWebhook({ jobId, watched: [repo] });
  await hub.client.trigger(event);
  const { id } = await newestRun(hub);
  const env = variables(await outputOf(hub.client, id));
  expect(env.get("WEBHOOK_REPO_ID")).toBe("me/corpus");
  expect(env.has("WEBHOOK_SECRET")).toBe(false);
});

/** Triggers an event whose WEBHOOK_PAYLOAD variable has this size in bytes, including name and overhead. */
async function triggerOfSize(bytes: number) {
  const hub = await jobHub();
  const { id: jobId } = await runScript(hub, 'printf %s "$WEBHOOK_PAYLOAD" | wc -c');
  const { id: webhookId } = await hub.client.createWebhook({ jobId, watched: [repo] });
  await hub.client.trigger({ ...event, payload: { fill: "" } });
  const small = await newestRun(hub);
  const around = Number((await outputOf(hub.client, small.id))[0]) + "WEBHOOK_PAYLOAD=".length + 1;
  await hub.client.trigger({ ...event, payload: { fill: "x".repeat(bytes - around) } });
  const run = await newestRun(hub, 2);
  const { dispatches } = await hub.client.activity(webhookId);
  return { run, output: await outputOf(hub.client, run.id), dispatch: dispatches[0] };
}

test("the largest payload that fits a variable starts a run", async () => {
  const { run, output, dispatch } = await triggerOfSize(131_072);
  expect(run).toMatchObject({ stage: "COMPLETED", message: null });
  expect(output).toEqual([String(131_072 - "WEBHOOK_PAYLOAD=".length - 1)]);
  expect(dispatch).toMatchObject({ state: "sent", lastError: null });
});

test("a payload too large for a variable fails without a retry, with the reason in activity and run", async () => {
  const { run, output, dispatch } = await triggerOfSize(131_073);
  const why = "WEBHOOK_PAYLOAD has 131073 bytes, and a variable of a process can have at most 131072";
  expect(run).toMatchObject({ stage: "ERROR", message: why, startedAt: null });
  expect(output).toEqual([]);
  expect(dispatch).toMatchObject({ state: "dead", attemptCount: 1, lastError: `${why} (run ${run.id})` });
});

test("a webhook requires an existing Job and does not expose its secrets", async () => {
  const hub = await jobHub();
  const none = "0".repeat(24);
  const asked = hub.client.createWebhook({ jobId: none, watched: [repo] });
  await expect(asked).rejects.toThrow(HubRefusedError);
  await expect(asked).rejects.toThrow(`Job ${none} does not exist`);
  expect(await hub.client.listWebhooks()).toEqual([]);

  const body = { command: ["true"], dockerImage: "x", secrets: { KEY: "s3cret-of-webhook" } };
  const headers = { "content-type": "application/json" };
  const run = await hub.call("/api/jobs/me", { method: "POST", body: JSON.stringify(body), headers });
  const { id: jobId } = (await run.json()) as { id: string };
  const webhook = await hub.client.createWebhook({ jobId, watched: [repo] });
  expect(webhook.job).toMatchObject({ secrets: { KEY: "[redacted]" } });
});

test("the activity of the webhook follows its run to the end", async () => {
  const hub = await jobHub();
  const source = await runScript(hub, "exit 7");
  await endOf(hub.client, source.id);
  const webhook = await hub.client.createWebhook({ jobId: source.id, watched: [repo] });
  const { cursor } = await hub.client.webhookActivities();
  await hub.client.trigger(event);
  const { id } = await newestRun(hub);
  const { activities } = await hub.client.webhookActivities({ since: cursor });
  expect(activities).toMatchObject([
    { webhookId: webhook.id, last: { ok: true }, run: { id, stage: "ERROR", message: "exit code 7" } },
  ]);
});
