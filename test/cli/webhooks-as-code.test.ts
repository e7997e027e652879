import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { expect, it, onTestFinished } from "vitest";
import { webhooksFileJsonSchema } from "../../src/cli/commands/webhooks/as-code/webhooks-file.ts";
import type { HubClient } from "../../src/hub/client.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { hubProcess } from "../support/hub-process.ts";
import { testToken } from "../support/local-hub.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const url = "https://example.org/hook";
const corpus = { type: "dataset", name: "me/corpus" };
const acme = { type: "org", name: "acme" };

/** Commands against a hub of another process, from an empty home. */
async function onHub() {
  const hub = await hubProcess(freshDataDir());
  const { home, remove } = makeCliHome();
  onTestFinished(remove);
  const env = { HF_ENDPOINT: hub.endpoint, HF_TOKEN: testToken };
  return {
    client: hub.client,
    home,
    run: (args: readonly string[], more: Record<string, string> = {}, input = "") =>
      runInProcess(["webhooks", ...args], { home, env: { ...env, ...more }, input }),
  };
}

/** Returns the webhooks without what a hub assigns. */
async function contentOf(client: HubClient) {
  const webhooks = await client.listWebhooks();
  return webhooks.map(({ url: to, job, watched, domains, secret, status }) => {
    return { to, job: job?.["id"], watched, domains, secret, status };
  });
}

async function fill(client: HubClient) {
  await client.createWebhook({ url, watched: [corpus, acme], domains: ["repo"], secret: "first secret" });
  const { id } = await client.createWebhook({ url: `${url}/2`, watched: [acme], secret: "second" });
  await client.disableWebhook(id);
}

async function addJobWebhook(client: HubClient) {
  const jobs = await Promise.all(
    [1, 2].map(() => client.runJob({ command: ["true"], image: "python:3.12" })),
  );
  const [job = "", otherJob = ""] = jobs.map(({ id }) => id);
  const { id } = await client.createWebhook({ jobId: job, watched: [corpus] });
  return { id, job, otherJob };
}

it("export, applied to an empty hub, gives the same webhooks; a second apply changes nothing", async () => {
  const source = await onHub();
  await fill(source.client);
  const exported = await source.run(["export"]);
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  expect(exported.stdout).not.toMatch(/first secret|second\n/);
  const validate = new Ajv2020({ strict: false }).compile(webhooksFileJsonSchema());
  expect(validate(load(exported.stdout)), JSON.stringify(validate.errors)).toBe(true);

  const target = await onHub();
  const secrets = { WEBHOOK_SECRET_1: "first secret", WEBHOOK_SECRET_2: "second" };
  const unset = await target.run(["apply", "-"], { WEBHOOK_SECRET_1: "x" }, exported.stdout);
  expect(unset).toMatchObject({ code: 2, stdout: "" });
  expect(unset.stderr).toContain("secrets are missing: env:WEBHOOK_SECRET_2");
  expect(unset.stderr).toContain("delete the secret line of a webhook to keep the secret that the hub has");
  const dry = await target.run(["apply", "-", "--dry-run"], {}, exported.stdout);
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain("2 changes to make on");
  expect(dry.stderr).toMatch(
    /^.*secrets are missing: env:WEBHOOK_SECRET_1, env:WEBHOOK_SECRET_2; .*not compared\n$/,
  );
  expect((await source.run(["apply", "-", "--check"], {}, exported.stdout)).code).toBe(0);
  const applied = await target.run(["apply", "-"], secrets, exported.stdout);
  expect(applied.stdout).toMatch(/^Made 2 changes on /);
  expect(await contentOf(target.client)).toEqual(await contentOf(source.client));
  const again = await target.run(["apply", "-"], secrets, exported.stdout);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.stdout).toMatch(/are as declared\.\n$/);
  const elsewhere = { ...secrets, HOOKLENS_DATA_DIR: freshDataDir() };
  const check = await target.run(["apply", "-", "--check", "--prune"], elsewhere, exported.stdout);
  expect(check).toMatchObject({ code: 0, stderr: "" });
});

it("tells webhooks with the same target and items apart by what else is declared", async () => {
  const source = await onHub();
  await source.client.createWebhook({ url, watched: [acme], domains: ["repo"] });
  await source.client.createWebhook({ url, watched: [acme], domains: ["discussion"] });
  await source.client.createWebhook({ url, watched: [acme], domains: ["discussion"] });
  const { stdout } = await source.run(["export"]);
  const target = await onHub();
  expect((await target.run(["apply", "-"], {}, stdout)).stdout).toMatch(/^Made 3 changes/);
  expect(await contentOf(target.client)).toEqual(await contentOf(source.client));
  expect((await target.run(["apply", "-", "--check", "--prune"], {}, stdout)).code).toBe(0);

  // Two of them changed: which one is which?
  const [first, second] = await target.client.listWebhooks();
  for (const webhook of [first, second]) await target.client.disableWebhook(webhook?.id ?? "");
  const { code, stderr } = await target.run(["apply", "-"], {}, stdout);
  expect(code).toBe(2);
  expect(stderr).toContain(`the hub has 3 webhooks to ${url} that watch the same items (${first?.id}`);
  expect(stderr).toContain("Give the id of each to declare");
});

/** Commands against a stand-in of the Hub, from an empty home. */
async function onStandIn() {
  const hub = await standInHub();
  const { home, remove } = makeCliHome();
  onTestFinished(remove);
  const run = (args: readonly string[], input: string) =>
    runInProcess(["webhooks", ...args], { home, env: hub.env, input });
  return { hub, run };
}

it("stops after a failure with the number of changes made, and the next run makes the others", async () => {
  const { hub, run } = await onStandIn();
  const urls = Array.from({ length: 20 }, (_, at) => `${url}/${at}`);
  const input = `webhooks:\n${urls.map((to) => `  - {url: "${to}", watched: ["org:acme"]}`).join("\n")}`;
  hub.misbehave({ on: /^POST/, times: 1, status: 500 });
  const { code, stdout, stderr } = await run(["apply", "-"], input);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(
    `${hub.webhooks.size === 1 ? "only 1 of 20 changes was" : `only ${hub.webhooks.size} of 20 changes were`} made (could not create the webhook`,
  );
  expect(hub.webhooks.size).toBeLessThan(20);
  expect((await run(["apply", "-"], input)).code).toBe(0);
  expect(new Set([...hub.webhooks.values()].map((webhook) => webhook.url))).toEqual(new Set(urls));
});

it("does not write over a change that another made after the plan", async () => {
  const { hub, run } = await onStandIn();
  const { id } = hub.add({ url, watched: [acme], domains: [] });
  const other = `${url}/other`;
  hub.misbehave({
    on: new RegExp(`^GET .*${id}$`),
    first: () => hub.webhooks.set(id, { id, url: other, watched: [acme], domains: [], disabled: false }),
  });
  const declared = `webhooks: [{id: ${id}, url: "${url}/new", watched: ["org:acme"]}]`;
  const { code, stderr } = await run(["apply", "-"], declared);
  expect(code).toBe(1);
  expect(stderr).toContain(id);
  expect(stderr).toContain("changed");
  expect(hub.webhooks.get(id)?.url).toBe(other);
});

it("applies the file of each account with its profile", async () => {
  const [work, home] = [await onHub(), await onHub()];
  const profiles = makeCliHome();
  onTestFinished(profiles.remove);
  const profile = (endpoint: string) => `{endpoint: "${endpoint}", token: ${testToken}}`;
  profiles.writeConfig(
    `profiles:\n  work: ${profile(work.client.endpoint)}\n  home: ${profile(home.client.endpoint)}\n`,
  );
  const apply = (name: string) =>
    runInProcess(["--profile", name, "webhooks", "apply", "-"], {
      home: profiles.home,
      input: `webhooks: [{url: "${url}/${name}", watched: ["org:acme"]}]`,
    });
  expect((await apply("work")).stdout).toMatch(/^Made 1 change/);
  expect((await apply("home")).stdout).toMatch(/^Made 1 change/);
  expect((await contentOf(work.client)).map(({ to }) => to)).toEqual([`${url}/work`]);
  expect((await contentOf(home.client)).map(({ to }) => to)).toEqual([`${url}/home`]);
});

it("applies many webhooks to a local hub that does not run, in the order of the file", async () => {
  const { home, remove } = makeCliHome();
  onTestFinished(remove);
  const urls = Array.from({ length: 200 }, (_, at) => `${url}/${at}`);
  const input = `webhooks:\n${urls.map((to) => `  - {url: "${to}", watched: ["org:acme"]}`).join("\n")}`;
  const { code, stdout } = await runInProcess(["webhooks", "apply", "-"], { home, input });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Made 200 changes/) });
  const listed = await runInProcess(["webhooks", "ls", "--format", "json"], { home });
  expect(JSON.parse(listed.stdout).map((webhook: { url: string }) => webhook.url)).toEqual(urls);
});

it("shows each change with a sign, makes none with --dry-run, and exits with 1 for drift with --check", async () => {
  const { client, run, home } = await onHub();
  await fill(client);
  const [first, second] = await client.listWebhooks();
  const { id: third, job, otherJob } = await addJobWebhook(client);
  const file = join(home, "webhooks.yaml");
  const declared = [
    `webhooks:`,
    `  - {id: ${first?.id}, url: "${url}", watched: [dataset:me/corpus, org:acme], secret: "@next.txt"}`,
    `  - {url: "${url}/2", watched: [org:acme]}`,
    `  - {id: ${third}, job: ${otherJob}, watched: [dataset:me/corpus]}`,
    `  - {url: "${url}/new", watched: ["user:me"]}`,
  ];
  writeFileSync(file, declared.join("\n"));
  writeFileSync(join(home, "next.txt"), "next secret\n");
  const before = await contentOf(client);
  const plan = await run(["apply", file, "--dry-run"]);
  expect(plan.code).toBe(0);
  expect(plan.stdout.split("\n")).toEqual([
    `~ update ${first?.id} (${url}, watching dataset:me/corpus, org:acme)`,
    "    domains  repo → repo, discussion",
    "    secret   set → changed",
    "    secret   from @next.txt",
    `~ update ${second?.id} (${url}/2, watching org:acme)`,
    "    status   disabled → enabled",
    `± replace ${third} (job ${job}, watching dataset:me/corpus), which gets a new ID`,
    `    job      job ${job} → job ${otherJob}`,
    `+ create ${url}/new, watching user:me`,
    expect.stringMatching(/^4 changes to make on .*\. Nothing was changed\.$/),
    "",
  ]);
  expect(await contentOf(client)).toEqual(before);
  const check = await run(["apply", file, "--check", "--format", "json"]);
  expect(check.code).toBe(1);
  expect(check.stdout).not.toContain("next secret");
  expect(JSON.parse(check.stdout)).toMatchObject({
    applied: false,
    steps: [{ step: "update" }, { step: "update" }, { step: "replace" }, { step: "create", before: null }],
  });

  expect((await run(["apply", file])).stdout).toMatch(/^Made 4 changes/);
  const after = await contentOf(client);
  expect(after.map(({ to, job: id, secret, status }) => ({ to, job: id, secret, status }))).toEqual([
    { to: url, job: undefined, secret: "next secret", status: "enabled" },
    { to: `${url}/2`, job: undefined, secret: "second", status: "enabled" },
    { to: null, job: otherJob, secret: null, status: "enabled" },
    { to: `${url}/new`, job: undefined, secret: null, status: "enabled" },
  ]);
});

it("deletes undeclared webhooks only with --prune and --yes", async () => {
  const { client, run } = await onHub();
  await fill(client);
  const kept = await run(
    ["apply", "-"],
    {},
    `webhooks: [{url: "${url}/2", watched: ["org:acme"], status: disabled}]`,
  );
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stderr).toContain("1 webhook on");
  const input = "webhooks: []";
  const refused = await run(["apply", "-", "--prune"], {}, input);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("--prune would delete 2 webhooks");
  expect(await client.listWebhooks()).toHaveLength(2);
  const done = await run(["apply", "-", "--prune", "--yes"], {}, input);
  expect(done.stdout).toMatch(/^Made 2 changes/);
  expect(await client.listWebhooks()).toEqual([]);
});

it.each([
  [
    "webhooks:\n  - {url: 'https://x.org/a', watched: [corpus]}",
    'stdin:2 has an invalid value at "webhooks.0.watched.0"',
  ],
  ["webhooks:\n  - {url: 'https://x.org/a', wached: ['org:acme']}", "Perhaps you mean watched"],
  ["webhooks:\n  - {watched: ['org:acme']}", "needs a url or a job"],
  [
    "webhooks:\n  - {url: 'https://x.org/a', watched: ['org:acme'], secret: hunter2}",
    "must be env:NAME, @FILE or null",
  ],
  ["webhooks: [", "is not YAML"],
  [
    "webhooks: [{url: 'https://x.org/a', watched: ['org:a']}, {url: 'https://x.org/a', watched: ['org:a']}]",
    "two webhooks to https://x.org/a watch the same items",
  ],
  ["webhooks: [{id: 65f1c0ffee65f1c0ffee65f1, watched: ['org:acme']}]", "has no target to create it with"],
])("refuses a file before any change: %s", async (input, message) => {
  const { client, run } = await onHub();
  const { code, stdout, stderr } = await run(["apply", "-"], {}, input);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(await client.listWebhooks()).toEqual([]);
});

it("names the webhooks of an ambiguous match", async () => {
  const { client, run } = await onHub();
  const [one, other] = [
    await client.createWebhook({ url, watched: [acme] }),
    await client.createWebhook({ url, watched: [acme] }),
  ];
  const { code, stderr } = await run(
    ["apply", "-"],
    {},
    `webhooks: [{url: "${url}", watched: ["org:acme"]}]`,
  );
  expect(code).toBe(2);
  expect(stderr).toContain(`(${one.id}, ${other.id})`);
});

it("schemas/webhooks.schema.json is what scripts/write-config-schema.ts writes", () => {
  const file = new URL("../../schemas/webhooks.schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(webhooksFileJsonSchema());
});

it("the credential of a URL is exported redacted, and the placeholder keeps it", async () => {
  const { client, run } = await onHub();
  const secretUrl = "https://example.org/hook?secret=s3cret-of-the-url&x=1";
  const { id } = await client.createWebhook({ url: secretUrl, watched: [corpus] });
  const printed = [
    await run(["ls"]),
    await run(["show", id]),
    await run(["ls", "--format", "json"]),
    await run(["export"]),
  ];
  for (const { code, stdout } of printed) {
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("?secret=[redacted]&x=1") });
    expect(stdout).not.toContain("s3cret-of-the-url");
  }
  const exported = printed.at(-1)?.stdout ?? "";
  expect((await run(["apply", "-"], {}, exported)).stdout).toContain("are as declared");
  const moved = exported.replace("example.org/hook", "example.org/moved");
  expect(await run(["apply", "-"], {}, moved)).toMatchObject({ code: 0 });
  expect((await client.getWebhook(id)).url).toBe("https://example.org/moved?secret=s3cret-of-the-url&x=1");
  await client.deleteWebhook(id);
  const refused = await run(["apply", "-"], {}, exported);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("lacks its credential") });
});

it("a file sends no token as a secret, and the plan names the source of each secret", async () => {
  const { client, run, home } = await onHub();
  writeFileSync(join(home, "token"), "hf_abcdefghijklmnopqrstuvwxyz\n");
  const fileWith = (secret: string) =>
    `webhooks:\n  - url: ${url}\n    watched: [dataset:me/corpus]\n    secret: ${JSON.stringify(secret)}\n`;
  for (const reference of ["env:HF_TOKEN", `@${home}/token`]) {
    const refused = await run(["apply", "-"], {}, fileWith(reference));
    expect(refused.stderr).toBe(
      `error: ${reference} cannot be the secret of a webhook (it is a token, which the hub would send to the URL with each delivery). Give the webhook a secret of its own.\n`,
    );
    expect(refused.code).toBe(2);
  }
  expect(await client.listWebhooks()).toEqual([]);
  const planned = await run(["apply", "-", "--dry-run"], { OTHER: "another-secret" }, fileWith("env:OTHER"));
  expect(planned.stdout).toContain("secret   from env:OTHER\n");
});
