import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import { type StandInHub, standInHub } from "../support/stand-in-hub.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const secret = "a-secret-nobody-should-see";

function test(hub: StandInHub | null, id: string, ...args: readonly string[]) {
  return runInProcess(["webhooks", "test", id, ...args], { home, env: hub === null ? {} : hub.env });
}

it("sends a synthetic event from this machine to the target, which the hub never hears of", async () => {
  const hub = await standInHub();
  const target = await httpTarget(always(200, { got: "\u001b[2Jit" }));
  const { id } = hub.add({ url: `${target.url}/hook?a=1`, secret });
  const { code, stdout, stderr } = await test(hub, id, "--yes");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^POST http:\/\/127\.0\.0\.1:\d+\/hook\?a=1, a test of repo\.content\.update of model:acme\/demo\n200 in [\d.]+ ms, application\/json\n {2}\{\n {4}"got": "\\u001b\[2Jit"\n {2}\}\n$/,
  );
  expect(target.seen).toHaveLength(1);
  expect(target.seen[0]).toMatchObject({
    method: "POST",
    path: "/hook?a=1",
    headers: { "content-type": "application/json", "x-hooklens-test": "1" },
  });
  expect(target.seen[0]?.headers).not.toHaveProperty("x-webhook-secret");
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({
    event: { scope: "repo.content", action: "update" },
    repo: { type: "model", name: "acme/demo", url: { web: `${hub.endpoint}/acme/demo` } },
    updatedRefs: [{ ref: "refs/heads/main" }],
    webhook: { id, version: 3 },
  });
  expect(hub.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /api/settings/webhooks/${id}`,
  ]);
});

it("takes event, repo, changes and payload from the command line, and the secret on request", async () => {
  const hub = await standInHub();
  const target = await httpTarget((request, response) => {
    const echoed = String(request.headers["x-webhook-secret"]);
    response.writeHead(202, { "x-echo": echoed });
    response.end(`secret ${echoed}`);
  });
  const { id } = hub.add({ url: target.url, secret });
  const file = join(home, "payload.json");
  writeFileSync(file, JSON.stringify({ mine: true, webhook: { id: "other" } }));
  const args = ["--event", "discussion.create", "--repo", "dataset:acme/corpus", "--payload", file];
  const changes = ["--set", "discussion.num=7", "--with-secret", "--yes", "--format", "json"];
  const { code, stdout } = await test(hub, id, ...args, ...changes);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    webhookId: id,
    target: target.url,
    event: { scope: "discussion", action: "create" },
    repo: { type: "dataset", name: "acme/corpus" },
    secretSent: true,
    status: 202,
    error: null,
    location: null,
  });
  expect(stdout).not.toContain(secret);
  expect(target.seen[0]?.headers["x-webhook-secret"]).toBe(secret);
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({
    event: { scope: "discussion", action: "create" },
    mine: true,
    discussion: { num: 7 },
    webhook: { id, version: 3 },
  });
});

it("exits with 1 after a refusal, a redirect, which it shows, and without a response", async () => {
  const hub = await standInHub();
  const target = await httpTarget((request, response) => {
    const isRedirect = request.url === "/moved";
    response.writeHead(isRedirect ? 302 : 403, isRedirect ? { location: "/elsewhere" } : {});
    response.end();
  });
  const refused = await test(hub, hub.add({ url: `${target.url}/hook`, secret }).id, "--yes");
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("\n403 in "),
    stderr: "The webhook's secret was not sent. Add --with-secret to send it.\n",
  });
  const moved = await test(hub, hub.add({ url: `${target.url}/moved` }).id, "--yes");
  expect(moved).toMatchObject({ code: 1, stderr: "" });
  expect(moved.stdout).toContain("redirects to /elsewhere, not followed");
  expect(target.seen).toHaveLength(2);
  const { id } = hub.add({ url: "http://127.0.0.1:1/" });
  const unreachable = await test(hub, id, "--yes");
  expect(unreachable.code).toBe(1);
  expect(unreachable.stdout).toMatch(/\nno response: .*refused.* in /);
  expect(await test(hub, id, "--yes", "--format", "quiet")).toMatchObject({ code: 1, stdout: "" });
});

it("says when the hub would not send the event, and sends it", async () => {
  const hub = await standInHub();
  const target = await httpTarget(always(200));
  const { id } = hub.add({ url: target.url, domains: ["discussion"], disabled: true });
  const { code, stderr } = await test(hub, id, "--yes");
  expect(code).toBe(0);
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({ event: { scope: "discussion" } });
  expect(stderr).toBe(`The hub would not send this: webhook ${id} is disabled.\n`);
  const other = await test(hub, id, "--yes", "--event", "repo.create", "--repo", "model:you/net");
  expect(other.stderr).toBe(`The hub would not send this: webhook ${id} does not watch model:you/net.\n`);
});

it("refuses a Job, an unknown webhook, a missing secret, and invalid options, and sends nothing", async () => {
  const hub = await standInHub();
  const target = await httpTarget(always(200));
  const job = hub.add({ job: { id: "687f911eaea852de79c4a50a" } });
  expect(await test(hub, job.id, "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: webhook \w+ cannot be tested \(it starts a Job on the hub,/),
  });
  const { id } = hub.add({ url: target.url });
  expect(await test(hub, id, "--yes", "--with-secret")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("(it has no secret). Send the test without one."),
  });
  expect((await test(hub, "65f1c0ffee65f1c0ffee65f1", "--yes")).code).toBe(1);
  const invalid = [
    ["--event", "repo.explode"],
    ["--repo", "org:acme"],
    ["--set", "no"],
    ["--set", "a..b=1"],
    [],
  ];
  for (const args of invalid) {
    const yes = args.length === 0 ? [] : ["--yes"];
    expect(await test(hub, id, ...args, ...yes)).toMatchObject({ code: 2, stdout: "" });
  }
  expect(target.seen).toHaveLength(0);
});

it("tests a webhook of the local hub, without a running one", async () => {
  const target = await httpTarget(always(204));
  const made = await runInProcess(
    ["webhooks", "create", "--url", target.url, "--watch", "dataset:me/corpus", "--format", "quiet"],
    { home },
  );
  const id = made.stdout.trim();
  expect(await test(null, id, "--yes", "--format", "quiet")).toMatchObject({ code: 0, stdout: "204\n" });
  expect(JSON.parse(target.seen[0]?.body ?? "")).toMatchObject({
    repo: { type: "dataset", name: "me/corpus" },
    webhook: { id },
  });
});

it("asks on a terminal, naming the host, and sends nothing after a no", async () => {
  const hub = await standInHub();
  const target = await httpTarget(always(200));
  const { id } = hub.add({ url: target.url });
  const command = ["node", programFile(), "webhooks", "test", id];
  const options = { columns: 200, env: { ...hub.env, HOME: home } };
  const no = await openScreen(command, options);
  await no.waitFor(
    `Send repo.content.update of model:acme/demo to ${new URL(target.url).host}, without a secret? hooklens sends it from this machine. The hub does not know about it. [y/N]`,
  );
  no.press("enter");
  expect(await no.exit).toEqual({ code: 1, signal: null });
  expect(no.text()).toContain("Nothing was sent.");
  expect(target.seen).toHaveLength(0);
  const yes = await openScreen(command, options);
  await yes.waitFor("[y/N]");
  yes.press("y", "enter");
  expect(await yes.exit).toEqual({ code: 0, signal: null });
  expect(target.seen).toHaveLength(1);
});
