import { connectReceiver } from "../../src/engine/control/client.ts";
import type { HubClient } from "../../src/hub/client.ts";
import { contentPayload, post } from "../../test/support/app/steps.ts";
import { hostileStrings } from "../../test/support/hostile-text.ts";
import type { PicturedApp } from "./pictures.ts";
import { deadTarget } from "./servers.ts";
import { fixturePayload, hostile } from "./written-files.ts";

const corpus = { type: "dataset", name: "me/corpus" };
const events = [
  "repo.create",
  "repo.content.update",
  "repo.config.update",
  "repo.move",
  "discussion.create",
  "discussion.comment.create",
  "discussion.update",
  "discussion.delete",
  "repo.delete",
];
const repos = [
  "acme/gpt2-fr",
  "組織/日本語コーパス-第二版",
  "me/corpus",
  "a-rather-long-organization/a-dataset-whose-name-is-long-too-and-goes-on-for-ever",
];

/** Fills a running app with webhooks, their dispatches, deliveries and runs of all kinds. */
export async function fill(app: PicturedApp): Promise<void> {
  await fillJobs(app.hub);
  await fillWebhooks(app);
  await fillDeliveries(app);
}

/** Runs a Job that completes, one that fails, and one that is canceled. */
async function fillJobs(hub: HubClient): Promise<void> {
  const run = (script: string, ...args: string[]) =>
    hub.runJob({ command: ["sh", "-c", script, ...args], image: "python:3.12" });
  const long = 'printf "%s " "epoch $i loss 0.$i"; printf "x%.0s" $(seq 180); echo " end of epoch $i"';
  const done = await run(`for i in $(seq 300); do echo "step $i of 300"; done; i=1; ${long}`);
  await ended(hub, done.id);
  // Process arguments cannot contain NUL.
  const text = hostile.replaceAll("\0", "");
  await ended(
    hub,
    (await run(String.raw`printf '%s\n' "$1"; echo "no such file" >&2; exit 3`, text, text)).id,
  );
  const canceled = await run("while :; do sleep 0.1; done");
  await hub.cancelJob(canceled.id);
  await ended(hub, canceled.id);
}

/** Resolves when the output of a run has ended. */
async function ended(hub: HubClient, id: string): Promise<void> {
  for await (const _ of hub.jobLog(id));
}

async function fillWebhooks({ hub, receiver }: PicturedApp): Promise<void> {
  const [job] = await hub.listJobs();
  const hostileName = `me/${hostileStrings.map(({ text }) => text.replaceAll(/[\s,/:]/g, "")).join("")}`;
  const watched = [corpus];
  const many = repos.map((name) => ({ type: "dataset", name }));
  const domains = ["repo", "discussion"];
  await hub.createWebhook({ url: `${receiver}/webhooks/inbox`, watched, domains, secret: "x" });
  await hub.createWebhook({ url: deadTarget, watched });
  const off = await hub.createWebhook({
    url: "https://hooks.example.org/hugging-face/events/production?team=research&region=eu-west-1&signature=none",
    watched: [...many, { type: "org", name: "acme" }, { type: "user", name: "me" }],
    domains: ["discussion"],
    secret: "a secret",
  });
  await hub.disableWebhook(off.id);
  await hub.createWebhook({ jobId: job?.id ?? "", watched: [{ type: "org", name: "acme" }] });
  await hub.createWebhook({ url: `${receiver}/webhooks/train`, watched, domains: ["repo"] });
  await hub.createWebhook({
    url: `https://example.org/${hostileName}`,
    watched: [{ type: "dataset", name: hostileName }],
  });
  await hub.trigger({ scope: "repo.content", action: "update", repo: corpus });
  await hub.trigger({ scope: "discussion", action: "create", repo: corpus });
}

async function fillDeliveries(app: PicturedApp): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const name = repos[round % repos.length] ?? "";
    const payload = fixturePayload(events[round % events.length] ?? "");
    const { repo } = payload;
    await post(app, { ...payload, repo: { ...(repo instanceof Object ? repo : {}), name } });
  }
  await post(app, contentPayload(`me/${hostile}`, { [hostile]: [hostile] }));
  const list = Array.from({ length: 30_000 }, (_, index) => `item ${index} of a big payload`);
  await post(app, contentPayload("me/big", { list }));
  const twice = fixturePayload("discussion.comment.create");
  await post(app, twice);
  await post(app, twice);
  await connectReceiver(app.role("receiver")).replay(1);
  await post(app, contentPayload("acme/trained"), { path: "/webhooks/train" });
  await post(app, "not json");
  await post(app, contentPayload(), { path: "/webhooks/no-such-route" });
  await post(app, { event: { action: "update" }, repo: 7 });
}
