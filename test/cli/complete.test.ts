import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import { type CliHome, makeCliHome, runInProcess } from "../support/cli.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { standInHub } from "../support/stand-in-hub.ts";

let place: CliHome;
beforeAll(() => {
  place = makeCliHome();
});
afterAll(() => place.remove());

/** Completes words, and returns the printed kind and the candidates with their explanations. */
async function completed(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runInProcess(["__complete", "--", ...words], {
    home: place.home,
    env,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [kind, ...lines] = stdout.split("\n").slice(0, -1);
  return { kind, lines };
}

describe("before there are data", () => {
  it("has no values, and creates nothing", async () => {
    expect((await completed(["webhooks", "show", ""])).lines).toEqual([]);
    expect((await completed(["deliveries", "show", ""])).lines).toEqual([]);
    expect((await completed(["-v", "jobs", "logs", ""])).lines).toEqual([]);
    expect(existsSync(place.dataDir)).toBe(false);
    expect(existsSync(join(place.home, ".local"))).toBe(false);
  });

  it.each([
    [["policy", "check", ""], "files"],
    [["receive", "--handlers", ""], "directories"],
    [["nonsense", ""], "words"],
  ])("lets the shell complete %j", async (words, kind) => {
    expect((await completed(words)).kind).toBe(kind);
  });
});

describe("on the local hub, which does not run", () => {
  const created = async (...args: readonly string[]) =>
    (await runInProcess(["--format", "quiet", ...args], place)).stdout.trim();
  let webhook = "";
  let job = "";
  beforeAll(async () => {
    job = await created("jobs", "run", "--", "echo", "hello");
    webhook = await created("webhooks", "create", "--job-id", job, "--watch", "dataset:me/corpus");
    await created("trigger", "repo.content.update", "--repo", "dataset:me/corpus");
    await runInProcess(["webhooks", "disable", webhook], place);
    const { deliveries } = await openStore({ dataDir: place.dataDir, store: "sqlite" });
    const log = await deliveries.openLog();
    const repo = { type: "dataset", name: "me/corpus" };
    await log.append(newDelivery({ route: "train", repo }));
    await log.append(newDelivery({ route: "labels", repo: { type: "model", name: "me/\u{1b}[31mnet" } }));
    await log.close();
    mkdirSync(join(place.home, "handlers"));
    writeFileSync(join(place.home, "handlers", "score.ts"), "");
    place.writeConfig(
      "receiver: {handlers: ~/handlers, routeSecrets: {train: s}}\nfilters: {bad: is:failed}\nprofiles: {work: {}}\n",
    );
  });

  it.each([
    ["webhooks show", () => [`${webhook}\tdisabled, job ${job} on dataset:me/corpus`]],
    ["webhooks create --job-id", () => [`${job}\tscheduling  echo hello`]],
    ["jobs logs", () => [`${job}\tscheduling  echo hello`]],
    [
      "deliveries show",
      () => [
        "2\trepo.content.update on model:me/␛[31mnet, 200",
        "1\trepo.content.update on dataset:me/corpus, 200",
      ],
    ],
    ["trigger --repo", () => ["dataset:me/corpus\tseen in a delivery"]],
    ["receive --route", () => ["train\t", "score\t", "labels\t"]],
    ["receive --route-secret", () => ["train=\t", "score=\t", "labels=\t"]],
    ["deliveries ls --where route:", () => ["route:labels\t", "route:train\t"]],
    ["deliveries ls --where @", () => ["@bad\tis:failed"]],
    ["deliveries ls --since 7", () => ["7d\ta week ago"]],
    ["deliveries retry", () => []],
    ["--profile", () => ["work\t"]],
  ])("completes %s", async (words, lines) => {
    const typed = words.split(" ");
    const last = /[:@7]$/.test(words) ? [] : [""];
    expect((await completed([...typed, ...last])).lines).toEqual(lines());
  });

  it("completes the dispatches of a webhook", async () => {
    const { lines } = await completed(["webhooks", "replay", webhook, ""]);
    expect(lines).toEqual(["1\trepo.content.update on dataset:me/corpus, held"]);
  });
});

describe("on the Hub", () => {
  it("completes the webhooks of the account", async () => {
    const hub = await standInHub();
    const { id } = hub.add({ url: "https://example.org/hook" });
    // A busy machine may respond too late at first.
    await expect
      .poll(async () => (await completed(["webhooks", "show", ""], hub.env)).lines, { timeout: 20_000 })
      .toEqual([`${id}\thttps://example.org/hook on org:acme`]);
  });

  it.each([429, 500, 401])("has no values and asks once if it responds with %d", async (status) => {
    const hub = await standInHub();
    hub.add({});
    hub.misbehave({ on: /webhooks/, status });
    expect((await completed(["webhooks", "show", ""], hub.env)).lines).toEqual([]);
    expect(hub.seen).toHaveLength(1);
  });

  it("has no values if it does not respond", async () => {
    const hub = await standInHub();
    const { promise, resolve } = Promise.withResolvers<void>();
    hub.misbehave({ on: /./, until: promise });
    expect((await completed(["webhooks", "show", ""], hub.env)).lines).toEqual([]);
    resolve();
  });
});

describe("the script", () => {
  it.each(["bash", "zsh", "fish"])("of %s is printed, whatever the config file says", async (shell) => {
    const home = makeCliHome();
    home.writeConfig("endpoint: [");
    const { code, stdout, stderr } = await runInProcess(["completion", shell], home);
    home.remove();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("hooklens __complete --");
  });

  it("is not there for another shell", async () => {
    const { code, stderr } = await runInProcess(["completion", "tcsh"], place);
    expect(code).toBe(2);
    expect(stderr).toContain("Allowed choices are bash, zsh, fish");
  });
});
