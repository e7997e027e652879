import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sha256Of } from "../../../src/policy-files/change-file.ts";
import { openPolicyService } from "../../../src/policy-service/client.ts";
import type { WhatIf } from "../../../src/policy/edit/what-if.ts";
import { gitPolicies } from "../../support/policy/git-policies.ts";
import { policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const clause = { id: "HIPAA-164.308a1A", index: 0 };
const weight = (value: number): WhatIf => ({ kind: "weight", clause, axis: "Λ6", weight: value });
const gone: WhatIf = { kind: "remove-clause", clause: { id: "gone", index: 3 } };

function startThread(folder: string) {
  const thread = openPolicyService({ folder, reviewFolder: null, keysDir: "/no/keys" });
  onTestFinished(() => thread.close());
  return thread;
}

describe("a trial in the policy thread", () => {
  it("makes the page of the changed text, with the hash of the file, which stays", async () => {
    const { folder } = await gitPolicies({ "p.yaml": text });
    const path = join(folder, "p.yaml");
    const thread = startThread(folder);
    const tried = await thread.tryWhatIf(path, [weight(0.4), { kind: "minimum", minimum: 10 }], null, "HEAD");
    expect(tried).toMatchObject({
      failed: [],
      isSame: false,
      counts: { weakened: 1, strengthened: 1 },
      page: { sha256: sha256Of(text) },
    });
    expect(tried?.page.clauses[0]?.cells[5]).toMatchObject({ weight: 0.4 });
    expect(tried?.page.summary).toMatchObject({ errors: 1, slack: -1 });
    // The diff with HEAD is that of the changed text.
    expect(tried?.page.compared.diff).toMatchObject({ counts: { weakened: 1, strengthened: 1 } });
    expect(readFileSync(path, "utf8")).toBe(text);
    // The same again, with the kept version of HEAD.
    expect(
      await thread.tryWhatIf(path, [weight(0.4), { kind: "minimum", minimum: 10 }], null, "HEAD"),
    ).toEqual(tried);
  });

  it("skips changes that do not apply, and says why", async () => {
    const folder = policyFolder({ "p.yaml": text, "broken.yaml": "regime: [" });
    const thread = startThread(folder);
    expect(await thread.tryWhatIf(join(folder, "p.yaml"), [gone, weight(0.4)], null, "HEAD")).toMatchObject({
      failed: [{ index: 0, why: "there is no clause gone" }],
      page: { clauses: expect.arrayContaining([expect.anything()]) },
    });
    expect(await thread.tryWhatIf(join(folder, "broken.yaml"), [weight(0.4)], null, "HEAD")).toMatchObject({
      failed: [{ index: 0, why: expect.stringContaining("the text cannot be read") }],
      page: { summary: { verdict: "unreadable" } },
    });
  });

  it("counts what is weaker also if a change makes an error", async () => {
    const academic = shippedPolicy("academic");
    const folder = policyFolder({ "p.yaml": academic });
    const ids = [...academic.matchAll(/clause_id: (.*)/g)].map(([, id = ""]) => id);
    // The schema wants eight clauses.
    const changes = ids
      .slice(0, ids.length - 7)
      .map((id): WhatIf => ({ kind: "remove-clause", clause: { id, index: 0 } }));
    const tried = await startThread(folder).tryWhatIf(join(folder, "p.yaml"), changes, null, "HEAD");
    expect(tried?.page.summary.verdict).toBe("errors");
    expect(tried?.counts?.weakened).toBeGreaterThanOrEqual(changes.length);
  });

  it("is the same as the file if its values are, and null without a file", async () => {
    const folder = policyFolder({ "p.yaml": text });
    const thread = startThread(folder);
    expect(await thread.tryWhatIf(join(folder, "p.yaml"), [weight(1)], null, "HEAD")).toMatchObject({
      isSame: true,
    });
    expect(await thread.tryWhatIf(join(folder, "no.yaml"), [weight(1)], null, "HEAD")).toBeNull();
  });
});

describe("a change that is kept", () => {
  it("is written only to the content that was tried, and only if all of it applies", async () => {
    const folder = policyFolder({ "p.yaml": text });
    const path = join(folder, "p.yaml");
    const thread = startThread(folder);
    await expect(thread.keepWhatIf(path, sha256Of(text), [weight(0.4), gone])).rejects.toThrow(
      /was not written \(clause gone removed: there is no clause gone\)/,
    );
    writeFileSync(path, `${text}# later\n`);
    await expect(thread.keepWhatIf(path, sha256Of(text), [weight(0.4)])).rejects.toThrow(
      "it changed in the meantime",
    );
    expect(readFileSync(path, "utf8")).toBe(`${text}# later\n`);
    const change = await thread.keepWhatIf(path, sha256Of(`${text}# later\n`), [weight(0.4)]);
    expect(change.before).toBe(`${text}# later\n`);
    expect(readFileSync(path, "utf8")).toBe(`${text.replace("weight: 1.0", "weight: 0.4")}# later\n`);
  });
});

describe("a file that is written again", () => {
  it("has its last text with the changes, byte order mark included", async () => {
    const folder = policyFolder({ "q.yaml": text });
    const path = join(folder, "p.yaml");
    const thread = startThread(folder);
    const marked = `\uFEFF${text}`;
    const change = await thread.rewriteWhatIf(path, sha256Of(marked), text, [weight(0.4)]);
    expect(change.before).toBe(marked);
    expect(readFileSync(path, "utf8")).toBe(marked.replace("weight: 1.0", "weight: 0.4"));
  });

  it("replaces none that came back, and none is written from a text that is cut, or with a change that does not apply", async () => {
    const folder = policyFolder({ "p.yaml": "regime: back\n" });
    const thread = startThread(folder);
    const rewrite = (name: string, last: string, ...changes: readonly WhatIf[]) =>
      thread.rewriteWhatIf(join(folder, name), sha256Of(text), last, changes);
    await expect(rewrite("p.yaml", text, weight(0.4))).rejects.toThrow("a file has its name again");
    await expect(rewrite("q.yaml", text.slice(0, 900), weight(0.4))).rejects.toThrow("not known in full");
    await expect(rewrite("q.yaml", text, gone)).rejects.toThrow("there is no clause gone");
    await expect(rewrite("gone/q.yaml", text, weight(0.4))).rejects.toThrow(
      /Check that its directory exists/,
    );
    expect(readdirSync(folder)).toEqual(["p.yaml"]);
    expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe("regime: back\n");
  });
});
