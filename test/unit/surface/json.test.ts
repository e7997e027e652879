import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../../src/engine/stores.ts";
import { makeCliHome, runInProcess } from "../../support/cli.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { shapeOf } from "./json-shape.ts";

const { home, dataDir, remove } = makeCliHome();
afterAll(remove);
const inHome = (name: string) => join(home, name);
const policies = join(import.meta.dirname, "../../../fixtures/policies");

/** Names of the commands that print each shape, without their arguments. */
const shapes = new Map<string, string[]>();

/** Runs a command, adds the shape of what it prints to `shapes`, and returns what it prints. */
async function run(name: string, ...args: readonly string[]): Promise<unknown> {
  const ran = await runInProcess(["--format", "json", "--quiet", ...name.split(" "), ...args], { home });
  const text = ran.stdout;
  expect(text, `${name}: ${ran.stderr}`).not.toBe("");
  const isLines = /^\{.*\}\n\{/.test(text);
  const value: unknown = isLines
    ? text
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
    : JSON.parse(text);
  const shape = [...(isLines ? ["lines of JSON"] : []), ...shapeOf(value)].join("\n");
  const shown = [name, ...args.filter((arg) => /^--./.test(arg))].join(" ");
  shapes.set(shape, [...(shapes.get(shape) ?? []), shown]);
  return value;
}

/** Runs a command that prints an object with an ID, and returns the ID. */
async function idOf(name: string, ...args: readonly string[]): Promise<string> {
  const value = await run(name, ...args);
  expect(value).toMatchObject({ id: expect.anything() });
  return String((value as { readonly id: string | number }).id);
}

async function fillLog(): Promise<void> {
  const { deliveries } = await openStore({ dataDir, store: "sqlite" });
  const log = await deliveries.openLog();
  const repo = { type: "dataset", name: "me/corpus" };
  await log.append(newDelivery({ repo, webhookId: "65f1c0ffee65f1c0ffee65f1", subject: "main" }));
  await log.append(newDelivery({ outcome: "failed", reason: "the target refused", status: 502 }));
  await log.close();
}

test("the JSON of every command has the keys and types of json-shapes.txt", async () => {
  await fillLog();
  await run("jobs run", "--", "echo", "hello");
  const [{ id: job }] = (await run("jobs ls")) as [{ readonly id: string }];
  await run("jobs show", job);
  await run("jobs rerun", job);
  await run("jobs cancel", job);

  const corpus = "dataset:me/corpus";
  await run("webhooks create", "--job-id", job, "--watch", "org:acme", "--dry-run");
  const webhook = await idOf("webhooks create", "--url", "http://127.0.0.1:9/hook", "--watch", corpus);
  await run("trigger", "repo.content.update", "--repo", corpus, "--dry-run");
  await run("trigger", "repo.content.update", "--repo", corpus);
  await run("trigger", "--templates");
  await run("webhooks ls");
  await run("webhooks show", webhook);
  await run("webhooks activity", webhook);
  await run("webhooks activity", webhook, "1");
  await run("webhooks hold", webhook);
  await run("webhooks release", webhook);
  await run("webhooks replay", webhook, "1");
  await run("webhooks retry", webhook, "1");
  await run("webhooks drop", webhook, "1");
  await run("webhooks update", webhook, "--domain", "repo");
  await run("webhooks disable", webhook);
  await run("webhooks enable", webhook);
  await run("webhooks check", webhook);
  await run("webhooks test", webhook, "--yes");
  writeFileSync(
    inHome("webhooks.yaml"),
    `webhooks: [{url: "https://example.org/h", watched: ["${corpus}"]}]`,
  );
  await run("webhooks apply", inHome("webhooks.yaml"), "--dry-run");
  await run("webhooks delete", webhook, "--yes");

  await run("deliveries ls");
  await run("deliveries show", "1");
  await run("deliveries replay", "1", "--dry-run");
  await run("deliveries prune", "--older-than", "7d", "--dry-run");
  await run("deliveries backup", inHome("backup.db"));
  await run("deliveries import", inHome("backup.db"));
  await run("deliveries export");
  await run("deliveries export", "--as", "har");
  await run("deliveries diff", "1", "2");
  await run("deliveries stats");

  cpSync(policies, inHome("policies"), { recursive: true });
  const policy = inHome("policies/healthcare.yaml");
  const weaker = inHome("policies/weaker.yaml");
  writeFileSync(
    weaker,
    readFileSync(policy, "utf8").replace("weight: 0.9", "weight: 0.1\n        unknown: 1"),
  );
  await run("policy check", policy, weaker);
  await run("policy show", policy);
  await run("policy matrix", policy);
  await run("policy fix", policy);
  await run("policy diff", policy, weaker);
  await run("policy diff", policy, inHome("policies/academic.yaml"));
  await run("policy review ls", policy);
  await run("policy review check", policy);
  for (const node of ["privacy-officer", "security-officer"]) await run("policy keygen", "--node", node);
  await run("policy seal", policy, "--yes", "--propose");
  await run("policy sign", `${policy}.proposal.json`, "--node", "privacy-officer", "--yes");
  await run("policy seal", policy, "--yes");
  await run("policy verify", `${policy}.receipts.jsonl`, policy);
  await run("policy verify", `${policy}.receipts.jsonl`, policy, "--prove", "HIPAA-164.312b");

  await run("hub env");
  await run("store status");
  await run("config");
  await run("config keys");
  await run("doctor");

  const text = [...shapes].map(
    ([shape, names]) => `${[...new Set(names)].map((name) => `# ${name}`).join("\n")}\n${shape}\n`,
  );
  await expect(text.join("\n")).toMatchFileSnapshot("json-shapes.txt");
}, 120_000);
