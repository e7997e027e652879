import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeCliHome, runCli } from "../support/cli.ts";
import { shippedPolicy } from "../support/policy/policy-folder.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const policy = join(home, "p.yaml");
const proposal = `${policy}.proposal.json`;
const said = /^▲ 12 of 12 clauses and the general provisions not approved\n/;

it("seal, propose and sign name what is open, and need --yes without a terminal", async () => {
  writeFileSync(policy, shippedPolicy("healthcare"));
  const run = (...args: readonly string[]) => runCli(["policy", ...args], { home });
  for (const [args, refused] of [
    [["seal", policy], `${policy} was not sealed`],
    [["seal", policy, "--propose"], `no seal of ${policy} was proposed`],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(said);
    expect(stderr).toContain(
      `\nerror: ${refused} (there is no terminal to ask on). Review the policy, or add --yes to go on without asking.\n`,
    );
  }
  expect(existsSync(`${policy}.receipts.jsonl`) || existsSync(proposal)).toBe(false);
  const proposed = await run("seal", policy, "--propose", "--yes");
  expect(proposed.code).toBe(0);
  expect(proposed.stderr).toMatch(said);
  const signed = await run("sign", proposal, "--node", "privacy-officer");
  expect(signed.code).toBe(2);
  expect(signed.stderr).toContain(`\nerror: ${proposal} was not signed (there is no terminal`);
});
