import { expect, test } from "vitest";
import { dispatchJobSchema } from "../../src/localhub/dispatching/run-dispatch.ts";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { testHub } from "../support/local-hub.ts";
import { watchedHub } from "../support/watched-hub.ts";

const repo = { type: "dataset", name: "me/corpus" };
const url = "https://example.org/hook";

/** Returns the queued payloads of a hub that sends nothing, by webhook. */
async function waiting(test: Awaited<ReturnType<typeof testHub>>) {
  const jobs = await test.store.queue.claim(100, 1, Date.now() + 1000);
  return Promise.all(
    jobs.map(async ({ lane, body }) => {
      const dispatch = await test.store.activity.get(dispatchJobSchema.parse(body).dispatch);
      return { lane, payload: JSON.parse(dispatch?.payload ?? "null") as Record<string, unknown> };
    }),
  );
}

test("an event fires only webhooks that watch its repo or owner, and its domain", async () => {
  const test = await testHub();
  const make = (watched: { type: string; name: string }[], domains: string[] = []) =>
    test.client.createWebhook({ url, watched, domains });
  const byRepo = await make([repo]);
  const byUser = await make([{ type: "user", name: "me" }], ["repo"]);
  const byOrg = await make([{ type: "org", name: "me" }]);
  await make([{ type: "model", name: "me/corpus" }]);
  await make([{ type: "user", name: "other" }]);
  await make([repo], ["discussion"]);
  const { id: disabled } = await make([repo]);
  await test.client.disableWebhook(disabled);

  const { dispatches } = await test.client.trigger({ scope: "repo.content", action: "update", repo });
  expect(dispatches.map(({ webhookId }) => webhookId).toSorted()).toEqual(
    [byRepo.id, byUser.id, byOrg.id].toSorted(),
  );
  const queued = await waiting(test);
  expect(queued.map(({ lane, payload }) => [lane, payload["webhook"]])).toEqual(
    dispatches.map(({ webhookId }) => [webhookId, { id: webhookId, version: 3 }]),
  );
});

test("an event without watching webhooks fires nothing", async () => {
  const { client } = await testHub();
  expect(await client.trigger({ scope: "repo", action: "create", repo })).toEqual({ dispatches: [] });
});

test("set changes the payload, whose URLs are this hub's", async () => {
  const test = await testHub();
  await test.client.createWebhook({ url, watched: [repo] });
  await test.client.trigger({
    scope: "repo.content",
    action: "update",
    repo,
    set: { "repo.private": true, "updatedRefs.0.ref": "refs/heads/dev", "extra.deep": [1] },
  });
  const [job] = await waiting(test);
  expect(job?.payload).toMatchObject({
    repo: { private: true, url: { web: "http://hub.local/datasets/me/corpus" } },
    updatedRefs: [{ ref: "refs/heads/dev" }],
    extra: { deep: [1] },
  });
});

test("the numbers of a payload and of its changes are sent as they were given", async () => {
  const test = await testHub();
  await test.client.createWebhook({ url, watched: [repo] });
  const given = { id: JSON.rawJSON("1152921506151679042"), list: [JSON.rawJSON("1e400"), 7] };
  const request = {
    scope: "repo",
    action: "update",
    repo,
    payload: given,
    set: { exact: JSON.rawJSON("-0"), "list.2": JSON.rawJSON("1.0") },
  } as const;
  const written = /"id":1152921506151679042,"list":\[1e400,7,1\.0\].*"exact":-0[,}]/;
  const { payload } = await test.client.previewTrigger(request);
  expect(JSON.stringify(payload)).toMatch(written);
  const { dispatches } = await test.client.trigger(request);
  const stored = await test.store.activity.get(dispatches[0]?.id ?? -1);
  expect(stored?.payload).toMatch(written);
});

test("an event of an existing repo contains its current state", async () => {
  const { call, post, fired } = await watchedHub();
  const { commitOid } = await commitFiles({ call }, await makeRepo({ call }, "m"), { "a.txt": "a" });
  await call("/api/models/me/m/settings", {
    method: "PUT",
    body: JSON.stringify({ visibility: "private" }),
    headers: { "content-type": "application/json" },
  });
  const [created] = await fired();
  await post("/hooklens/v1/trigger", {
    scope: "repo.content",
    action: "update",
    repo: { type: "model", name: "me/m" },
  });
  const [triggered] = await fired();
  expect(triggered?.repo).toEqual({ ...created?.repo, private: true, headSha: commitOid });
  expect(triggered?.updatedRefs).toMatchObject([{ ref: "refs/heads/main", newSha: commitOid }]);
});

test("a given payload is sent with the requested event and repo", async () => {
  const test = await testHub();
  await test.client.createWebhook({ url, watched: [repo] });
  await test.client.trigger({
    scope: "discussion",
    action: "update",
    repo,
    payload: {
      event: { scope: "repo", action: "create" },
      repo: { name: "x/y" },
      mine: true,
      webhook: { id: "old" },
    },
  });
  const [job] = await waiting(test);
  expect(job?.payload).toMatchObject({
    event: { scope: "discussion", action: "update" },
    repo: { type: "dataset", name: "me/corpus" },
    mine: true,
    webhook: { id: job?.lane, version: 3 },
  });
  expect(job?.payload).not.toHaveProperty("discussion");
});

test("a dry run returns the payload and the webhooks it reaches and misses, and fires nothing", async () => {
  const test = await testHub({ quota: { triggers: 1, withinMs: 60_000 } });
  const make = (domains: string[] = []) => test.client.createWebhook({ url, watched: [repo], domains });
  const [first, second, discussions, disabled] = [
    await make(),
    await make(),
    await make(["discussion"]),
    await make(),
  ];
  await test.client.disableWebhook(disabled.id);
  await test.client.createWebhook({ url, watched: [{ type: "org", name: "acme" }] });
  const request = { scope: "repo.content", action: "update", repo, set: { "repo.private": true } };

  const preview = await test.client.previewTrigger(request);
  expect(preview).toMatchObject({
    payload: {
      event: { scope: "repo.content", action: "update" },
      repo: { ...repo, private: true },
      webhook: { id: first.id, version: 3 },
    },
    reached: [
      { webhookId: first.id, overQuota: false },
      { webhookId: second.id, overQuota: false },
    ],
    missed: [
      { webhookId: discussions.id, reason: "domain" },
      { webhookId: disabled.id, reason: "disabled" },
    ],
    others: 1,
  });
  expect(await waiting(test)).toEqual([]);

  // A trigger with the previewed payload sends exactly that, and uses up the quota.
  await test.client.trigger({ ...request, payload: preview.payload });
  const [job] = await waiting(test);
  expect(job?.payload).toEqual(preview.payload);
  const { reached } = await test.client.previewTrigger(request);
  expect(reached.map(({ overQuota }) => overQuota)).toEqual([true, true]);
});

test("a dry run that reaches no webhook has a payload without one", async () => {
  const { client } = await testHub();
  const preview = await client.previewTrigger({ scope: "repo", action: "create", repo });
  expect(preview).toMatchObject({ reached: [], missed: [], others: 0, payload: { repo } });
  expect(preview.payload).not.toHaveProperty("webhook");
});

test.for([
  [
    "an unknown event",
    { scope: "repo", action: "explode", repo },
    '"repo.explode" is not an event. Use one of repo.content.update, repo.create, repo.delete, repo.move, repo.update, repo.config.update, discussion.create, discussion.delete, discussion.update, discussion.comment.create, discussion.comment.update.',
  ],
  [
    "a name every object has",
    { scope: "toString", action: "call", repo },
    expect.stringMatching(/^"toString.call" is not an event/),
  ],
  [
    "a repo without an owner",
    { scope: "repo", action: "create", repo: { type: "model", name: "m" } },
    '"repo.name" must be owner/name',
  ],
  ["no repo", { scope: "repo", action: "create" }, '"repo" is required'],
  [
    "a path that must not be written",
    { scope: "repo", action: "create", repo, set: { "a.__proto__.b": 1 } },
    expect.stringContaining("__proto__ cannot be set"),
  ],
] as const)("trigger refuses %s", async ([, body, message]) => {
  const { call } = await testHub();
  const answer = await call("/hooklens/v1/trigger", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: message });
});
