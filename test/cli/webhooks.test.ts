import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

function run(...args: readonly string[]) {
  return runInProcess(args, { home });
}

async function json(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(...args, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const url = "https://example.org/hook";
const secret = "a-secret-nobody-should-see";
const missing = "65f1c0ffee65f1c0ffee65f1";

/** Creates a webhook and returns its ID. */
async function create(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(
    "webhooks",
    "create",
    "--url",
    url,
    "--watch",
    "dataset:me/corpus",
    ...args,
    "--format",
    "quiet",
  );
  return stdout.trim();
}

describe("before there is a webhook", () => {
  it("ls says on which hub there is none, and what to do", async () => {
    const { code, stdout, stderr } = await run("webhooks", "ls");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^No webhooks yet on the local hub \(no token was found\)\. Create one with hooklens webhooks create\.\n$/,
    );
  });

  it("ls gives an empty array to a program, and nothing to a loop", async () => {
    expect(await json("webhooks", "ls")).toEqual([]);
    expect((await run("webhooks", "ls", "--format", "quiet")).stdout).toBe("");
  });
});

describe("a webhook made, seen and changed", () => {
  let id = "";
  beforeAll(async () => {
    id = await create("--watch", "org:acme", "--domain", "discussions", "--secret", secret);
  });

  it("is made with everything that was given", async () => {
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(await json("webhooks", "show", id)).toEqual({
      id,
      url,
      job: null,
      watched: [
        { type: "dataset", name: "me/corpus" },
        { type: "org", name: "acme" },
      ],
      domains: ["discussion"],
      secretSet: true,
      status: "enabled",
      disabled: false,
      suspended: false,
    });
  });

  it("shows in the table with id, URL, status, watched items and domains", async () => {
    const { stdout } = await run("webhooks", "ls");
    expect(stdout.split("\n")[0]).toMatch(/^ID +URL OR JOB +STATUS +WATCHED +DOMAINS$/);
    expect(stdout).toMatch(
      new RegExp(`^${id}  ${url}  enabled  dataset:me/corpus, org:acme  discussion$`, "m"),
    );
  });

  it("never shows its secret, unless asked to", async () => {
    for (const args of [["ls"], ["show", id], ["ls", "--format", "json"], ["show", id, "--format", "json"]]) {
      expect((await run("webhooks", ...args)).stdout).not.toContain(secret);
      expect((await run("webhooks", ...args, "--show-secret")).stdout.includes(secret)).toBe(
        args.includes("json") || args.includes("show"),
      );
    }
  });

  it("keeps what an update does not name", async () => {
    const other = "https://example.org/other";
    expect(await json("webhooks", "update", id, "--url", other)).toMatchObject({
      id,
      url: other,
      watched: [
        { type: "dataset", name: "me/corpus" },
        { type: "org", name: "acme" },
      ],
      domains: ["discussion"],
      secretSet: true,
    });
    expect(await json("webhooks", "update", id, "--url", url, "--secret", "")).toMatchObject({
      secretSet: false,
    });
  });

  it("says what an update changed, and nothing of the secret", async () => {
    const update = (...args: readonly string[]) => run("webhooks", "update", id, ...args);
    const other = await update("--url", "https://example.org/3", "--secret", secret, "--domain", "repo");
    expect(other.stdout.split("\n")).toEqual([
      expect.stringMatching(new RegExp(`^Updated webhook ${id} on the local hub .*:$`)),
      `  url      ${url} → https://example.org/3`,
      "  domains  discussion → repo",
      "  secret   none → set",
      "",
    ]);
    const back = await update("--url", url, "--domain", "repo");
    expect(back.stdout.split("\n").slice(1)).toEqual([`  url      https://example.org/3 → ${url}`, ""]);
    expect((await update("--url", url)).stdout).toContain("nothing to change");
  });

  it("is disabled and enabled, also twice", async () => {
    for (const [verb, disabled] of [
      ["disable", true],
      ["disable", true],
      ["enable", false],
    ] as const) {
      expect(await json("webhooks", verb, id)).toMatchObject({
        id,
        disabled,
        status: disabled ? "disabled" : "enabled",
      });
    }
  });

  it("is deleted with --yes, and gone", async () => {
    const doomed = await create();
    const { code, stdout } = await run("webhooks", "delete", doomed, "--yes");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Deleted webhook ${doomed}\n` });
    const after = await run("webhooks", "show", doomed);
    expect(after.code).toBe(1);
    expect(after.stderr).toMatch(new RegExp(`^error: [^\\n]*${doomed}[^\\n]*\\n$`));
  });

  it("is not deleted without a terminal to ask on", async () => {
    const { code, stderr } = await run("webhooks", "delete", id);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: webhook ${id} was not deleted (there is no terminal to ask on). Add --yes to delete it without asking.\n`,
    });
    expect(await json("webhooks", "show", id)).toMatchObject({ id });
  });
});

describe("--dry-run", () => {
  it("prints what would be made and makes nothing", async () => {
    const before = await json("webhooks", "ls");
    const args = [
      "webhooks",
      "create",
      "--job-id",
      "j1",
      "--watch",
      "org:acme",
      "--secret",
      secret,
      "--dry-run",
    ];
    const { stdout } = await run(...args);
    expect(stdout).toMatch(/^Would create on the local hub/);
    expect(stdout).toContain("job      job j1");
    expect(stdout).toMatch(/Nothing was changed\.\n$/);
    expect(stdout).not.toContain(secret);
    expect(await json(...args)).toEqual({
      dryRun: true,
      change: "create",
      before: null,
      after: {
        url: null,
        job: { id: "j1" },
        watched: [{ type: "org", name: "acme" }],
        domains: [],
        secretSet: true,
        status: "enabled",
        disabled: false,
        suspended: false,
      },
    });
    expect(await json("webhooks", "ls")).toEqual(before);
  });

  it("prints what would change and changes nothing", async () => {
    const id = await create("--secret", secret);
    const { stdout } = await run(
      "webhooks",
      "update",
      id,
      "--url",
      "https://example.org/2",
      "--secret",
      "x",
      "--dry-run",
    );
    expect(stdout.split("\n").slice(1)).toEqual([
      `  url      ${url} → https://example.org/2`,
      "  secret   set → changed",
      "Nothing was changed.",
      "",
    ]);
    expect(await json("webhooks", "update", id, "--domain", "repo", "--dry-run")).toMatchObject({
      change: "update",
      before: { id, domains: ["repo", "discussion"] },
      after: { id, domains: ["repo"], url },
    });
    expect(await json("webhooks", "show", id)).toMatchObject({ url, domains: ["repo", "discussion"] });
  });
});

describe("a misspelled type", () => {
  const problem = '"dataste" is not a type the Hub knows. Perhaps you mean dataset.';

  it("is an error on the local hub, before anything is made or changed", async () => {
    const before = await json("webhooks", "ls");
    const made = await run("webhooks", "create", "--url", url, "--watch", "dataste:me/x");
    expect(made).toMatchObject({ code: 2, stdout: "", stderr: `error: ${problem}\n` });
    expect(await json("webhooks", "ls")).toEqual(before);
    const id = await create();
    const changed = await run("webhooks", "update", id, "--watch", "dataste:me/x", "--dry-run");
    expect(changed).toMatchObject({ code: 2, stdout: "", stderr: `error: ${problem}\n` });
  });

  it("is a warning on another hub, which may know newer types", async () => {
    const create =
      "webhooks create --watch dataste:me/x --dry-run --endpoint http://127.0.0.1:9 --token hf_x";
    const { code, stderr } = await run(...create.split(" "), "--url", url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `warning: ${problem}\n` });
  });
});

describe("a secret", () => {
  it.each([
    ["@FILE", "@secret.txt", ""],
    ["- for stdin", "-", "from stdin\n"],
  ])("is read from %s", async (_, argument, input) => {
    writeFileSync(join(home, "secret.txt"), "from a file\n");
    const { stdout } = await runInProcess(
      [
        "webhooks",
        "create",
        "--url",
        url,
        "--watch",
        "user:me",
        "--secret",
        argument,
        "--show-secret",
        "--format",
        "json",
      ],
      { home, input },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      secret: argument === "-" ? "from stdin" : "from a file",
      secretSet: true,
    });
  });
});

describe("a webhook that cannot be", () => {
  const create = ["webhooks", "create"];
  const watch = ["--watch", "dataset:me/corpus"];
  it.each([
    [[...create, "--url", url], 2, "needs something to watch. Add --watch type:name"],
    [[...create, ...watch], 2, "exactly one of --url and --job-id (neither was given)"],
    [
      [...create, ...watch, "--url", url, "--job-id", "j"],
      2,
      "exactly one of --url and --job-id (both were given)",
    ],
    [[...create, ...watch, "--url", "example.org"], 2, `"example.org" is not a URL`],
    [[...create, ...watch, "--url", "ftp://example.org"], 2, "ftp is not http or https"],
    [[...create, "--url", url, "--watch", "me/corpus"], 2, `"me/corpus" needs a type`],
    [[...create, "--url", url, ...watch, "--domain", "wiki"], 2, `"wiki" is not a domain`],
    [["webhooks", "update", missing], 2, "there is nothing to change"],
    [["webhooks", "update", missing, "--url", url], 1, missing],
    [["webhooks", "show", missing], 1, missing],
    [["webhooks", "enable", missing], 1, missing],
    [["webhooks", "delete", missing, "--yes"], 1, missing],
    [["webhooks", "delete", missing], 1, `the local hub has no webhook ${missing}`],
    [["webhooks", "show", "../whoami-v2"], 1, "has no webhook"],
    [["webhooks", "ls", "--token", "t", "--endpoint", "http://127.0.0.1:9"], 3, "127.0.0.1:9"],
  ])("%j ends with %i and one line", async (args, exitCode, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
  });
});
