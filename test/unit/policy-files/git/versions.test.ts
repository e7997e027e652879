import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { isGitProblem } from "../../../../src/policy-files/git/problem.ts";
import { createFileVersions, type FileVersions } from "../../../../src/policy-files/git/versions.ts";
import { gitPolicies } from "../../../support/policy/git-policies.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";

function startVersions(): FileVersions {
  const versions = createFileVersions();
  onTestFinished(() => versions.close());
  return versions;
}

/** Reads a file's text in a revision: `same` for that of the file now, else a problem as `kind: why`. */
async function textIn(path: string, revision = "HEAD", versions = startVersions()): Promise<string> {
  const version = await versions.read(path, revision, existsSync(path) ? readFileSync(path) : null);
  if (isGitProblem(version)) return `${version.kind}: ${version.why}`;
  return version.isSame ? "same" : Buffer.from(version.bytes).toString("utf8");
}

function setEnv(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

describe("a version of a file", () => {
  it("is its text in the last commit, in another revision, or the same", async () => {
    const { write, save, git } = await gitPolicies({ "a.yaml": "one" });
    const path = write("a.yaml", "two");
    expect(await textIn(path)).toBe("one");
    await save();
    expect(await textIn(path)).toBe("same");
    expect(await textIn(path, "HEAD~1")).toBe("one");
    await git("branch", "other", "HEAD~1");
    expect(await textIn(path, "other")).toBe("one");
  });

  it("is that of the merge base of a branch and HEAD for its name with three dots", async () => {
    const { write, save, git } = await gitPolicies({ "a.yaml": "one" });
    await git("checkout", "--quiet", "-b", "work");
    await git("branch", "side");
    const path = write("a.yaml", "mine");
    await save();
    await git("checkout", "--quiet", "main");
    write("a.yaml", "theirs");
    await save();
    await git("checkout", "--quiet", "work");
    const versions = startVersions();
    expect(await textIn(path, "main", versions)).toBe("theirs");
    expect(await textIn(path, "main...", versions)).toBe("one");
    await git("merge", "--quiet", "--strategy", "ours", "main");
    versions.look([dirname(path)]);
    expect(await textIn(path, "main...", versions)).toBe("theirs");
    await git("checkout", "--quiet", "--orphan", "apart");
    await save();
    expect(await textIn(path, "main...")).toBe("no-revision: main and HEAD have no commit in common");
    expect(await textIn(path, "gone...")).toMatch(/^no-revision: the repository has no such/);
  });

  it("is read from a repository with long hashes, a linked work tree and a packed branch", async () => {
    const long = await gitPolicies({ "a.yaml": "one" }, "sha256");
    expect(await textIn(join(long.folder, "a.yaml"))).toBe("same");
    expect(await textIn(long.write("a.yaml", "two"))).toBe("one");
    const { folder, git } = await gitPolicies({ "eu/a.yaml": "one" });
    await git("worktree", "add", "--quiet", "../tree", "-b", "side");
    await git("pack-refs", "--all");
    const path = join(folder, "../tree/eu/a.yaml");
    writeFileSync(path, "two");
    expect(await textIn(path)).toBe("one");
    execFileSync("git", ["commit", "--quiet", "-am", "x"], {
      cwd: join(folder, "../tree"),
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@a",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@a",
      },
    });
    expect(await textIn(path)).toBe("same");
  });

  it("is that of the file before git mv, in any revision and directory, with the edits of the same rename", async () => {
    const long = "a line of the policy\n".repeat(20);
    const { write, save, git, folder } = await gitPolicies({ "old.yaml": long, "keep.yaml": "x" });
    const versions = startVersions();
    versions.look([folder]);
    expect(await textIn(write("new.yaml", long), "HEAD", versions)).toMatch(/^not-in-revision: /);
    rmSync(join(folder, "new.yaml"));
    await git("mv", "old.yaml", "new.yaml");
    const path = write("new.yaml", `${long}edited\n`);
    versions.look([folder]);
    expect(await textIn(path, "HEAD", versions)).toBe(long);
    expect(await versions.renamedFrom(path, "HEAD")).toBe("old.yaml");
    expect(await versions.renamedFrom(join(folder, "keep.yaml"), "HEAD")).toBeNull();
    await save();
    versions.look([folder]);
    expect(await textIn(path, "HEAD", versions)).toBe("same");
    expect(await versions.renamedFrom(path, "HEAD")).toBeNull();
    expect(await textIn(path, "HEAD~1", versions)).toBe(long);
    write("eu/x", "");
    await git("mv", "new.yaml", "eu/moved.yaml");
    expect(await startVersions().renamedFrom(join(folder, "eu/moved.yaml"), "HEAD")).toBe("../new.yaml");
  });

  it("that is renamed is found without the filters of the repository", async () => {
    const { git, folder, write } = await gitPolicies({
      "old.yaml": "a line\n".repeat(20),
      ".gitattributes": "*.yaml filter=evil diff=evil\n",
    });
    await git("mv", "old.yaml", "new.yaml");
    const path = write("new.yaml", "a line\n".repeat(19));
    for (const key of ["filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "diff.external"]) {
      await git("config", key, `touch ${join(folder, "pwned")}; cat`);
    }
    expect(await startVersions().renamedFrom(path, "HEAD")).toBe("old.yaml");
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  it("is missing with a reason", async () => {
    const { write, folder } = await gitPolicies({ "a.yaml": "one", "link-target": "x" });
    expect(await textIn(write("new.yaml", ""))).toBe("not-in-revision: it is new: HEAD does not have it");
    expect(await textIn(write("deep/er/new.yaml", ""))).toMatch(/^not-in-revision: /);
    expect(await textIn(join(folder, "a.yaml"), "HEAD~1")).toBe(
      "no-revision: the repository has no such revision",
    );
    expect(await textIn(join(policyFolder({ "a.yaml": "" }), "a.yaml"))).toBe(
      "no-repository: it is not in a git repository",
    );
    const empty = await gitPolicies({});
    expect(await textIn(empty.write("a.yaml", ""))).toBe("no-commits: the repository has no commits");
  });

  it("is missing without git, and without its objects", async () => {
    const { write, folder } = await gitPolicies({ "a.yaml": "one" });
    const path = write("a.yaml", "two");
    const entry = execFileSync("git", ["rev-parse", "HEAD:a.yaml"], { cwd: folder, encoding: "utf8" }).trim();
    execFileSync("rm", ["-f", join(folder, ".git/objects", entry.slice(0, 2), entry.slice(2))]);
    expect(await textIn(path)).toBe("failed: git does not have the content in HEAD");
    setEnv("PATH", policyFolder({ x: "" }));
    expect(await textIn(path)).toBe("no-git: git is not installed");
  });

  it("is not that of a submodule or a file of more than 10 MB", async () => {
    const { folder, write, git, save } = await gitPolicies({ "real.yaml": "one" });
    const large = write("large.yaml", "");
    truncateSync(large, 10_000_001);
    await git("init", "--quiet", "sub.yaml");
    await git("-C", "sub.yaml", "commit", "--quiet", "--allow-empty", "--message", "x");
    await git("-c", "advice.addEmbeddedRepo=false", "add", "sub.yaml");
    await save();
    truncateSync(large, 10);
    expect(await textIn(large)).toBe("too-large: it has 10 MB in HEAD");
    const versions = startVersions();
    const found = await versions.read(join(folder, "sub.yaml"), "HEAD", null);
    expect(found).toMatchObject({ kind: "not-a-file", why: "it is a submodule in HEAD" });
    // After a failed read the reader works.
    expect(await textIn(write("real.yaml", "two"), "HEAD", versions)).toBe("one");
  });

  it("is that of the links of the revision, not of those now", async () => {
    const { folder, git, save } = await gitPolicies({
      "one/a.yaml": "one",
      "two/a.yaml": "two",
      "policies/own.yaml": "own",
    });
    const link = (target: string, name: string) => {
      rmSync(join(folder, name), { force: true, recursive: true });
      symlinkSync(target, join(folder, name));
    };
    link("../one", "policies/eu");
    link("eu/a.yaml", "policies/file.yaml");
    link("loop", "policies/loop");
    link("/etc/hostname", "policies/out.yaml");
    await save();
    const paths = ["policies/eu/a.yaml", "policies/file.yaml"].map((name) => join(folder, name));
    for (const path of paths) expect(await textIn(path)).toBe("same");
    link("../two", "policies/eu");
    for (const path of paths) expect(await textIn(path)).toBe("one");
    await git("rm", "--quiet", "-r", "--cached", "policies/eu");
    rmSync(join(folder, "policies/eu"));
    mkdirSync(join(folder, "policies/eu"));
    writeFileSync(join(folder, "policies/eu/a.yaml"), "two");
    for (const path of paths) expect(await textIn(path)).toBe("one");
    // The link above is that of the user.
    symlinkSync(join(folder, "policies"), join(folder, "../named"));
    expect(await textIn(join(folder, "../named/eu/a.yaml"))).toBe("one");
    symlinkSync("two", join(folder, "new"));
    expect(await textIn(join(folder, "new/a.yaml"))).toBe("same");
    const versions = startVersions();
    expect(await versions.list(join(folder, "new"), "HEAD")).toEqual(["a.yaml"]);
    expect((await versions.list(join(folder, "policies"), "HEAD")).toSorted()).toEqual([
      "eu/a.yaml",
      "file.yaml",
      "own.yaml",
    ]);
    link("eu/a.yaml", "policies/out.yaml");
    const out = "not-a-file: it is a link that leads out of the repository in HEAD";
    expect(await textIn(join(folder, "policies/out.yaml"))).toBe(out);
    link("x", "policies/loop");
    writeFileSync(join(folder, "policies/x"), "");
    expect(await textIn(join(folder, "policies/loop"))).toBe("not-a-file: it is a circular link in HEAD");
  });

  it.each([
    "--output=/tmp/hooklens-pwned",
    "-h",
    "",
    " ",
    "^HEAD",
    "HEAD..HEAD",
    "HEAD\0x",
    "a\nb",
    "\u001b[31m",
    "$(touch pwned)",
    "HEAD:a.yaml",
    "x".repeat(5_000),
  ])("of the revision %j is a reason", async (revision) => {
    const { folder } = await gitPolicies({ "a.yaml": "one" });
    expect(await textIn(join(folder, "a.yaml"), revision)).toMatch(/^no-revision: /);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  it("is found whatever the name of its file is", async () => {
    const names = [
      "--all.yaml",
      ":(top)x.yaml",
      "*.yaml",
      "a\nb.yaml",
      "ü Λ.yaml",
      'q"uote.yaml',
      "HEAD.yaml",
    ];
    const { write } = await gitPolicies(Object.fromEntries(names.map((name) => [name, `old ${name}`])));
    for (const name of names) expect(await textIn(write(name, "new"))).toBe(`old ${name}`);
  });

  it("starts no program that the repository names", async () => {
    const { folder, git, write } = await gitPolicies({
      "a.yaml": "one",
      ".gitattributes": "*.yaml filter=x diff=x",
    });
    const mark = join(folder, "..", "pwned");
    const program = write("../evil.sh", `#!/bin/sh\ntouch '${mark}'\n`);
    chmodSync(program, 0o755);
    for (const name of [
      "core.fsmonitor",
      "core.pager",
      "core.sshCommand",
      "core.editor",
      "diff.external",
      "diff.x.textconv",
      "filter.x.clean",
      "filter.x.smudge",
      "credential.helper",
    ]) {
      await git("config", name, program);
    }
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    for (const hook of ["post-index-change", "post-checkout", "reference-transaction"]) {
      symlinkSync(program, join(folder, ".git/hooks", hook));
    }
    // A partial clone fetches a missing object with the program of its remote.
    const entry = await git("rev-parse", "HEAD:a.yaml");
    execFileSync("rm", ["-f", mark, join(folder, ".git/objects", entry.slice(0, 2), entry.slice(2))]);
    await git("config", "remote.origin.url", `ext::${program}`);
    await git("config", "remote.origin.promisor", "true");
    await git("config", "protocol.ext.allow", "always");
    await git("config", "extensions.partialClone", "origin");
    await git("config", "core.repositoryFormatVersion", "1");
    expect(existsSync(mark)).toBe(false);
    expect(await textIn(write("a.yaml", "two"))).toBe("failed: git does not have the content in HEAD");
    expect(existsSync(mark)).toBe(false);
  });

  it("is that of its own repository, whatever a hook's variables say", async () => {
    const other = await gitPolicies({ "a.yaml": "other" });
    const { write } = await gitPolicies({ "a.yaml": "one" });
    setEnv("GIT_DIR", join(other.folder, ".git"));
    setEnv("GIT_WORK_TREE", other.folder);
    setEnv("GIT_INDEX_FILE", join(other.folder, ".git/index"));
    expect(await textIn(write("a.yaml", "two"))).toBe("one");
  });

  it("does not wait for a pipe named .git or HEAD", async () => {
    const folder = policyFolder({ "a.yaml": "one" });
    execFileSync("mkfifo", [join(folder, ".git")]);
    expect(await textIn(join(folder, "a.yaml"))).toMatch(/^no-repository: /);
    const repository = await gitPolicies({ "a.yaml": "one" });
    execFileSync("rm", [join(repository.folder, ".git/HEAD")]);
    execFileSync("mkfifo", [join(repository.folder, ".git/HEAD")]);
    expect(await textIn(repository.write("a.yaml", "two"))).toMatch(/^no-repository: /);
  });
});

describe("the versions of a folder", () => {
  it("are listed by one git for any number of documents, again only after a commit", async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `d${index % 7}/p${index}.yaml`);
    const { folder, write, save } = await gitPolicies(Object.fromEntries(names.map((name) => [name, name])));
    // A program that counts its starts, and is git.
    const log = write("../log", "");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    chmodSync(write("../bin/git", `#!/bin/sh\necho x >> '${log}'\nexec '${real}' "$@"\n`), 0o755);
    const starts = () => readFileSync(log, "utf8").length / 2;
    setEnv("PATH", `${join(folder, "../bin")}:${process.env["PATH"]}`);

    const folders = [folder, ...Array.from({ length: 7 }, (_, index) => join(folder, `d${index}`))];
    const versions = startVersions();
    expect(versions.look(folders)).toEqual([join(folder, ".git")]);
    const read = () => Promise.all(names.map((name) => versions.stamp(join(folder, name), "HEAD")));
    const before = await read();
    expect(new Set(before).size).toBe(1_000);
    // One names the tree, one lists it.
    expect(starts()).toBe(2);
    versions.look(folders);
    expect(await read()).toEqual(before);
    expect(starts()).toBe(2);

    for (const name of names) write(name, `changed ${name}`);
    for (const name of names) expect(await textIn(join(folder, name), "HEAD", versions)).toBe(name);
    expect(starts()).toBe(3);

    await save();
    const afterSave = starts();
    versions.look(folders);
    expect((await read()).filter((id, index) => id === before[index])).toEqual([]);
    expect(starts()).toBe(afterSave + 2);
  });

  it("are listed with subdirectories, also those that were deleted; none without a repository", async () => {
    const { folder } = await gitPolicies({ "a.yaml": "one", "eu/b.yaml": "two" });
    rmSync(join(folder, "eu"), { recursive: true });
    const versions = startVersions();
    versions.look([folder]);
    expect(await versions.list(folder, "HEAD")).toEqual(["a.yaml", "eu/b.yaml"]);
    expect(await versions.list(policyFolder({ "c.yaml": "" }), "HEAD")).toEqual([]);
  });

  it("are those of the nearest repository", async () => {
    const { folder, write, git } = await gitPolicies({ "a.yaml": "one" });
    write("sub/b.yaml", "inner");
    await git("init", "--quiet", "--initial-branch=main", "sub");
    await git("-C", "sub", "add", ".");
    await git("-C", "sub", "commit", "--quiet", "--message", "x");
    write("sub/b.yaml", "edited");
    const versions = startVersions();
    expect(versions.look([folder, join(folder, "sub")])).toEqual([
      join(folder, ".git"),
      join(folder, "sub/.git"),
    ]);
    expect(await textIn(join(folder, "sub/b.yaml"), "HEAD", versions)).toBe("inner");
    expect(await textIn(join(folder, "a.yaml"), "HEAD", versions)).toBe("same");
  });
});
