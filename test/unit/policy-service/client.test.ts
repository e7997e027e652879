import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPolicyService, type PolicyService } from "../../../src/policy-service/client.ts";
import { changed, policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";

function startThread(folder = tmpdir()): PolicyService {
  const thread = openPolicyService({ folder, reviewFolder: null, keysDir: "/no/keys" });
  onTestFinished(() => thread.close());
  return thread;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the policy thread", () => {
  it("returns the page of a file with its hash", async () => {
    const text = shippedPolicy("healthcare");
    const path = join(policyFolder({ "p.yaml": text }), "p.yaml");
    const page = await startThread().check(path, null, "HEAD");
    expect(page).toMatchObject({ path, sha256: sha256(text), facts: { vertical: "healthcare" } });
  });

  it("returns null if there is no regular file, also for a folder or a pipe", async () => {
    const folder = policyFolder({ "folder.yaml/x": "" });
    const pipe = join(folder, "pipe.yaml");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    const thread = startThread();
    expect(await thread.check(join(folder, "gone.yaml"), null, "HEAD")).toBeNull();
    expect(await thread.check(join(folder, "folder.yaml"), null, "HEAD")).toBeNull();
    expect(await thread.check(pipe, null, "HEAD")).toBeNull();
  });

  it("returns a page without a hash for a file that is too large", async () => {
    const path = join(policyFolder({ "p.yaml": "x" }), "p.yaml");
    truncateSync(path, 3_000_000_000);
    expect(await startThread().check(path, null, "HEAD")).toMatchObject({
      sha256: null,
      summary: { verdict: "unreadable" },
      findings: [{ message: expect.stringContaining("3 GB") }],
    });
  });

  it("returns the summaries of files, which are those of their pages, in several calls if they take long", async () => {
    const text = shippedPolicy("healthcare");
    const names = ["good.yaml", "wrong.yaml", "unreadable.yaml", "reviewed.yaml", "odd-review.yaml"];
    const folder = policyFolder({
      "good.yaml": text,
      "wrong.yaml": changed(text, "label: Robustness", "label: Security"),
      "unreadable.yaml": "regime: [",
      "reviewed.yaml": text,
      "odd-review.yaml": text,
      "odd-review.yaml.review/A.json": "{",
    });
    const thread = startThread();
    const reviewed = join(folder, "reviewed.yaml");
    const clauses = (await thread.check(reviewed, null, "HEAD"))?.clauses ?? [];
    for (const [index, kind] of (["approved", "flagged"] as const).entries()) {
      const { id, hash } = clauses[index] ?? {};
      if (typeof id !== "string" || typeof hash !== "string") throw new Error("the clause has no hash");
      const mark = {
        kind,
        clauseId: id,
        clauseHash: hash,
        to: null,
        text: "",
        at: "2026-11-20T09:14:03.218Z",
      };
      await thread.saveEntry(reviewed, mark);
    }
    const paths = [...names.map((name) => join(folder, name)), join(folder, "gone.yaml")];
    const found: Awaited<ReturnType<PolicyService["summaries"]>>[number][] = [];
    while (found.length < paths.length)
      found.push(...(await thread.summaries(paths.slice(found.length), "HEAD")));
    const pages = await Promise.all(paths.map((path) => thread.check(path, null, "HEAD")));
    expect(found).toEqual(pages.map((page) => page?.summary ?? null));
    expect(found[3]).toMatchObject({
      approved: 1,
      flagged: 1,
      reopened: 0,
      strength: { axis: "Λ8", weight: 1.7 },
    });
    expect(found[4]?.reviewProblem).not.toBeNull();
    expect(found[5]).toBeNull();
  });

  it("approves only the content that was shown, but keeps a remark about an earlier one", async () => {
    const text = shippedPolicy("healthcare");
    const path = join(policyFolder({ "p.yaml": text }), "p.yaml");
    const thread = startThread();
    const [{ id, hash } = { id: null, hash: null }] = (await thread.check(path, null, "HEAD"))?.clauses ?? [];
    if (id === null || hash === null) throw new Error("the clause has no hash");
    const mark = { clauseId: id, clauseHash: hash, to: null, text: "", at: "2026-11-20T09:14:03.218Z" };
    writeFileSync(path, changed(text, "title: Risk analysis", "title: Risk analyses"));
    await expect(thread.saveEntry(path, { ...mark, kind: "approved" })).rejects.toThrow(
      /was not approved \(it changed in the file meanwhile\)/,
    );
    expect((await thread.check(path, null, "HEAD"))?.clauses[0]?.review).toMatchObject({
      standing: "none",
      threads: [],
    });
    const { isOld } = await thread.saveEntry(path, { ...mark, kind: "comment", text: "why?" });
    expect(isOld).toBe(true);
    expect((await thread.check(path, null, "HEAD"))?.clauses[0]?.review.threads).toMatchObject([
      { root: { text: "why?", clauseHash: hash }, isOld: true },
    ]);
  });

  it("follows git's name of the reviewer while it runs, in marks and pages", async () => {
    const text = shippedPolicy("healthcare");
    const folder = policyFolder({ "p.yaml": text });
    const path = join(folder, "p.yaml");
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder });
    git("init", "--quiet");
    git("config", "user.name", "Ann Lee");
    const thread = startThread(folder);
    const page = await thread.check(path, null, "HEAD");
    expect(page?.reviewer).toBe("Ann Lee");
    const { id, hash } = page?.clauses[0] ?? {};
    git("config", "user.name", "Bob Stone");
    const at = "2026-11-20T09:14:03.218Z";
    const mark = {
      kind: "approved",
      clauseId: id ?? "",
      clauseHash: hash ?? "",
      to: null,
      text: "",
      at,
    } as const;
    expect((await thread.saveEntry(path, mark)).entry.by).toBe("Bob Stone");
    git("config", "user.name", "Cy Young");
    expect((await thread.check(path, null, "HEAD"))?.reviewer).toBe("Cy Young");
    const trial = await thread.tryWhatIf(path, [{ kind: "minimum", minimum: 9 }], null, "HEAD");
    expect(trial?.page.reviewer).toBe("Cy Young");
  });

  it("runs calls in order: a check sees the change before it", async () => {
    const text = changed(shippedPolicy("healthcare"), "vertical: healthcare", "vertical: helthcare");
    const path = join(policyFolder({ "p.yaml": text }), "p.yaml");
    const thread = startThread();
    const edits = [{ kind: "set", path: "/vertical", value: "healthcare" }] as const;
    const [before, change, after] = await Promise.all([
      thread.check(path, null, "HEAD"),
      thread.fix(path, sha256(text), edits),
      thread.check(path, null, "HEAD"),
    ]);
    expect(change).toEqual({ before: text, sha256: sha256(readFileSync(path, "utf8")) });
    expect(before?.facts?.vertical).toBe("helthcare");
    expect(after).toMatchObject({ sha256: change.sha256, facts: { vertical: "healthcare" } });
  });

  it("does not change a file whose hash differs", async () => {
    const path = join(policyFolder({ "p.yaml": "a: 2\n" }), "p.yaml");
    await expect(startThread().restore(path, sha256("a: 1\n"), "a: 0\n")).rejects.toThrow(
      /was not written \(it changed in the meantime\)/,
    );
    expect(readFileSync(path, "utf8")).toBe("a: 2\n");
  });
});
