import { afterAll, describe, expect, it } from "vitest";
import { nameWebhook } from "../../src/engine/webhook-names.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const { home, dataDir, remove } = makeCliHome();
afterAll(remove);

const ids = {
  one: "6390b1c2d3e4f5a6b7cde93b",
  two: "6390b1ffffffffffffffffff",
  other: "77aa00000000000000000000",
};

/** Runs the program on a stand-in of the Hub with the three webhooks, and returns the requests too. */
async function runOnHub(...args: readonly string[]) {
  const hub = await standInHub();
  for (const id of Object.values(ids)) hub.add({ id });
  const result = await runInProcess(args, { home, env: hub.env });
  return { ...result, seen: hub.seen.map(({ method, path }) => `${method} ${path}`) };
}

describe("the Hub", () => {
  it.each([
    ["a start", "77aa", ids.other],
    ["a longer start", "6390b1c", ids.one],
    ["the form that the app shows", "6390…de93b", ids.one],
    ["that form with dots", "6390...de93b", ids.one],
  ])("finds a webhook by %s", async (_, typed, id) => {
    expect((await runOnHub("webhooks", "show", typed, "--format", "quiet")).stdout).toBe(`${id}\n`);
  });

  it("asks nothing more for a whole ID", async () => {
    const { stdout, seen } = await runOnHub("webhooks", "show", ids.two, "--format", "quiet");
    expect(stdout).toBe(`${ids.two}\n`);
    expect(seen).toEqual([`GET /api/settings/webhooks/${ids.two}`]);
  });

  it("names the webhooks that an ambiguous start has, and changes none", async () => {
    const { code, stderr, seen } = await runOnHub("webhooks", "rm", "6390", "--yes");
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error: 6390 is the ID of more than one webhook (${ids.one}, ${ids.two}). Give more of its characters.\n`,
    );
    expect(seen).toEqual(["GET /api/settings/webhooks"]);
  });

  it.each([
    ["77a", "a part of an ID needs at least 4 characters"],
    ["88bb", "Run hooklens webhooks ls to list the IDs"],
  ])("has no webhook %s", async (typed, why) => {
    const { code, stderr } = await runOnHub("webhooks", "enable", typed);
    expect(code).toBe(1);
    expect(stderr).toContain(`has no webhook ${typed}`);
    expect(stderr).toContain(why);
  });

  it.each([
    ["update", ["--url", "https://example.org/other"]],
    ["enable", []],
    ["disable", []],
    ["activity", []],
    ["rm", ["--yes"]],
  ])("%s takes a start of an ID", async (command, options) => {
    const { code, stderr, seen } = await runOnHub("webhooks", command, "77aa", ...options);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(seen.at(-1)).toContain(`/api/settings/webhooks/${ids.other}`);
  });
});

describe("the local hub", () => {
  const run = (...args: readonly string[]) => runInProcess([...args, "--local"], { home });
  const created = async (...args: readonly string[]) =>
    (await run(...args, "--format", "quiet")).stdout.trim();

  it("finds webhooks and Jobs by the start of their IDs", async () => {
    const job = await created("jobs", "run", "--", "true");
    const watch = ["--watch", "dataset:me/corpus"];
    const webhook = await created("webhooks", "create", "--job-id", job.slice(0, 8), ...watch);
    const info = JSON.parse((await run("webhooks", "show", webhook.slice(0, 8), "--format", "json")).stdout);
    expect(info).toMatchObject({ id: webhook, job: { id: job } });
    const { stderr } = await run("jobs", "logs", job.slice(0, 8));
    expect(stderr).toContain(`Job ${job} waits until hooklens hub runs.`);
  });

  it("finds a webhook by its name, before one whose ID starts so", async () => {
    const create = (path: string) =>
      created("webhooks", "create", "--url", `https://example.org/${path}`, "--watch", "org:acme");
    const [named, other] = [await create("named"), await create("other")];
    nameWebhook(dataDir, named, other.slice(0, 6));
    expect((await run("webhooks", "show", other.slice(0, 6), "--format", "quiet")).stdout).toBe(`${named}\n`);
    nameWebhook(dataDir, named, "inbox-main");
    expect((await run("webhooks", "disable", "inbox-main")).stdout).toBe(`${named} is disabled\n`);
    const { stdout } = await runInProcess(["__complete", "--", "webhooks", "show", "inbox"], { home });
    expect(stdout).toBe("words\ninbox-main\tdisabled, https://example.org/named on org:acme\n");
    const listed = (await run("webhooks", "ls")).stdout;
    expect(listed).toMatch(/^ID +NAME +URL OR JOB/);
    expect(listed).toMatch(new RegExp(`^${named} +inbox-main +https://example.org/named`, "m"));
    const inJson = JSON.parse((await run("webhooks", "ls", "--format", "json")).stdout);
    expect(inJson).toContainEqual(expect.objectContaining({ id: named, name: "inbox-main" }));
    expect(inJson.find(({ id }: { readonly id: string }) => id === other)).not.toHaveProperty("name");
  });

  it("lists under both names", async () => {
    expect((await run("webhooks", "list")).stdout).toBe((await run("webhooks", "ls")).stdout);
    expect((await run("jobs", "list", "--format", "quiet")).code).toBe(0);
    expect((await run("webhooks", "--help")).stdout).toMatch(/ls\|list .*\n[\s\S]*delete\|rm /);
  });
});
