import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { makeCliHome, runCli, runInProcess } from "../support/cli.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { toYaml, validPolicy } from "../support/policy/valid-policy.ts";

// Tests of output run commands in their own process; each command is proved here to print the same as a program.

const { home, dataDir, remove } = makeCliHome();
afterAll(remove);

let id = "";
beforeAll(async () => {
  const create = "webhooks create --url https://example.org/hook --watch dataset:me/corpus --format quiet";
  id = (await runCli(create.split(" "), { home })).stdout.trim();
  const policy = validPolicy();
  writeFileSync(join(home, "p.yaml"), toYaml(policy));
  policy.regulatory_clauses[0]!.lambda_axes[0]!.weight = 0.1;
  writeFileSync(join(home, "q.yaml"), toYaml(policy));
  policy.regulatory_clauses[0]!.lambda_axes[0]!.label = "Sovereignty";
  writeFileSync(join(home, "wrong.yaml"), toYaml(policy));
  await runCli(["policy", "seal", "p.yaml", "--yes"], { home });
  const log = await openDeliveryLog(dataDir);
  for (let number = 0; number < 2; number += 1) await log.append(newDelivery({}));
  await log.close();
});

it.each([
  "webhooks ls",
  "webhooks show ID",
  "webhooks create --url https://example.org/other --watch user:me --dry-run",
  "webhooks update ID --domain repo",
  "webhooks disable ID",
  "webhooks enable ID",
  "webhooks hold ID",
  "webhooks release ID",
  "webhooks activity ID",
  "webhooks delete ID --yes",
  "config",
  "config keys",
  "policy check p.yaml",
  "policy show p.yaml",
  "policy matrix p.yaml",
  "policy diff p.yaml q.yaml",
  "policy new --vertical healthcare",
  "policy fix wrong.yaml",
  "policy review ls p.yaml",
  "policy review check p.yaml",
  "policy verify p.yaml.receipts.jsonl p.yaml",
  "deliveries ls",
  "deliveries show 1",
  "deliveries diff 1 2",
  "deliveries export",
  "deliveries stats --until 2026-11-21T00:00:00Z",
  "deliveries replay 1 --dry-run",
  "deliveries prune --keep 0 --dry-run",
  "deliveries drop 1",
  "deliveries hold",
  "deliveries resume",
  "deliveries retry 1",
  "deliveries backup copy.db",
  "webhooks check ID",
  "webhooks export",
  "trigger --templates",
  "jobs ls",
  "hub env",
  "hub --public --jobs",
  "doctor",
  "store status",
  "completion bash",
  "__complete -- webhooks",
  "webhooks create --url",
])("%s prints as a program what it prints in this process", async (line) => {
  const args = line.replace("ID", id).split(" ");
  const [one, other] = [copyOfHome(), copyOfHome()];
  const program = await runCli(args, { home: one });
  const { code, stdout, stderr } = await runInProcess(args, { home: other });
  const inHome = (text: string) => text.replaceAll(other, one);
  expect({ code, stdout: inHome(stdout), stderr: inHome(stderr), signal: null }).toEqual(program);
  expect(program.stdout + program.stderr).not.toBe("");
});

function copyOfHome(): string {
  const copy = mkdtempSync(join(tmpdir(), "hooklens-cli-"));
  copies.push(copy);
  cpSync(home, copy, { recursive: true });
  return copy;
}

const copies: string[] = [];
afterAll(() => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })));
