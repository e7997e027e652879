import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { makeCliHome, runCli, runInProcess, startCli } from "../support/cli.ts";
import { programFile } from "../support/program.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

function run(...args: readonly string[]) {
  return runInProcess(args, { home });
}

describe("hooklens without a terminal", () => {
  it.each([[[]], [["--local"]], [["--policies", "."]]])(
    "%j says in one line what to run, and ends with 2",
    async (args) => {
      const { code, stdout, stderr } = await runCli(args, { home });
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^error: the app needs a terminal [^\n]+hooklens webhooks ls[^\n]+\n$/);
    },
  );
});

describe("version and help", () => {
  it("prints the version of the package", async () => {
    expect(await runCli(["--version"], { home })).toMatchObject({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it.each([
    [
      ["--help"],
      ["webhooks", "trigger", "hub", "receive", "deliveries", "doctor", "--data-dir", "Exit codes:"],
    ],
    [
      ["help", "webhooks"],
      ["ls", "show", "create", "update", "enable", "disable", "delete", "Examples:"],
    ],
    [
      ["help", "deliveries", "ls"],
      ["Usage: hooklens deliveries ls", "--where", "--limit"],
    ],
    [["help"], ["Usage: hooklens [options]", "Exit codes:"]],
    [
      ["webhooks", "create", "--help"],
      ["--url", "--job-id", "--watch", "--domain", "--secret", "--dry-run"],
    ],
    [["webhooks", "delete", "-h"], ["-y, --yes"]],
    [
      ["trigger", "--help"],
      ["--repo", "--set", "--payload", "--from", "--count", "--rate", "Examples:"],
    ],
    [
      ["hub", "--help"],
      ["--host", "--port", "--token", "--public", "env"],
    ],
    [
      ["receive", "--help"],
      ["--host", "--port", "--secret", "--route", "listening on http://HOST:PORT"],
    ],
    [
      ["deliveries", "ls", "--help"],
      ["--where", "--limit", "--since", "--until", "status:>=400"],
    ],
    [
      ["deliveries", "replay", "--help"],
      ["[seq...]", "--where", "--to"],
    ],
  ])("%j explains %j", async (args, words) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const word of words) expect(stdout).toContain(word);
  });

  it("does not show the app's own command", async () => {
    expect((await run("--help")).stdout).not.toMatch(/^ {2}engine/m);
  });

  it("is at most 100 columns wide in every command's options", async () => {
    for (const args of [["--help"], ["receive", "--help"], ["trigger", "--help"]]) {
      const { stdout } = await run(...args);
      const options = stdout.split("\n").filter((line) => line.startsWith("  -"));
      expect(options.length).toBeGreaterThan(3);
      for (const line of options) expect(line.length).toBeLessThanOrEqual(100);
    }
  });
});

const newWebhook = ["webhooks", "create", "--url", "https://example.org/hook", "--watch", "user:me"];

describe("a mistake on the command line", () => {
  it.each([
    [["webhoks", "ls"], "unknown command webhoks. Perhaps you mean webhooks."],
    [["webhooks", "lst"], "unknown command lst. Perhaps you mean ls."],
    [["webhoks", "create", "--url", "x"], "unknown command webhoks."],
    [["--frmat", "json", "webhooks", "ls"], "unknown option --frmat. Perhaps you mean --format."],
    [["webhooks", "ls", "--frmat=json"], "unknown option --frmat=json. Perhaps you mean --format."],
    [["receive", "--prot", "1"], "unknown option --prot. Perhaps you mean --port."],
    [["webhooks"], "hooklens webhooks needs a command."],
    [["webhooks", "show"], "missing required argument 'id'."],
    [["webhooks", "info"], "missing required argument 'id'."],
    [["jobs", "inspect"], "missing required argument 'id'."],
    [["webhooks", "ls", "extra"], "too many arguments for 'ls'"],
    [
      ["webhooks", "update", "1", "--job-id", "x"],
      "unknown option --job-id. It is an option of hooklens webhooks create.",
    ],
    [["--job-id=x"], "unknown option --job-id=x. It is an option of hooklens webhooks create."],
    [["--tunel=ngrok"], "unknown option --tunel=ngrok. Perhaps you mean --tunnel of hooklens receive."],
    [
      ["--until", "2h"],
      "It is an option of hooklens deliveries ls, hooklens deliveries tail, hooklens deliveries export, and 1 more.",
    ],
    [["deliveries", "show", "one"], `"one" is not a delivery number.`],
    [["deliveries", "ls", "--limit", "0"], `"0" is not a value for --limit.`],
    [
      ["--format", "xml", "webhooks", "ls"],
      "argument 'xml' is invalid (Allowed choices are table, json, quiet).",
    ],
    [
      ["--store", "mysql://me:password@127.0.0.1", "deliveries", "ls"],
      `there is no store "mysql" (--store).`,
    ],
    [["--profile", "work", "webhooks", "ls"], `there is no profile "work"`],
    [["--endpoint", "https://hub.example", "webhooks", "ls"], "there is no token for https://hub.example."],
    [["--endpoint", "nonsense", "--token", "t", "webhooks", "ls"], "--endpoint is not the address of a hub"],
    [["receive", "--port", "70000"], `"70000" is not a port.`],
    [
      ["receive", "--secret", "@/nonexistent/secret"],
      "the secret file /nonexistent/secret cannot be read (ENOENT",
    ],
    [["receive", "--route", "../x"], `"../x" cannot be a route`],
    [["deliveries", "ls", "--where", "statsu:404"], "column 1 of the filter"],
    [["deliveries", "ls", "--where", "ok is:broken"], "column 7 of the filter"],
    [
      ["deliveries", "ls", "--since", "yesterday"],
      `"yesterday" is not a value for --since. Write --since 2h`,
    ],
    [["deliveries", "ls", "-x"], "unknown option -x. Run hooklens deliveries ls --help for its options."],
    [["config", "edit"], "the editor needs a terminal on both stdin and stdout. Run hooklens config edit"],
    [["help", "webhoks"], "unknown command webhoks. Perhaps you mean webhooks."],
    [["help", "deliveries", "sl"], "unknown command sl."],
    [["hub", "--port", "0", "--token", ""], "the token of the local hub is empty"],
    [["hub", "--port", "0", "--token", " "], "the token of the local hub is empty"],
    [
      ["trigger", "foo.update", "--repo", "dataset:me/c"],
      `"foo.update" is not an event. Use one of repo.content.update, `,
    ],
    [
      ["trigger", "repo", "--repo", "dataset:me/c"],
      `"repo" is not an event. Use one of repo.content.update, `,
    ],
    [[...newWebhook, "--secret", ""], "the webhook secret is empty."],
    [
      [...newWebhook, "--secret", "päss"],
      "the webhook secret cannot be sent in a header (it has characters other than printable ASCII",
    ],
    [
      [...newWebhook, "--secret", " pass"],
      "the webhook secret cannot be sent in a header (it starts or ends with white space",
    ],
  ])("%j is one line and ends with 2", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: [^\n]+\.\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("the engine ends with 2 without the app", async () => {
    const { code, stdout, stderr } = await runCli(["engine", "--roles", "hub"], { home });
    expect(stderr).toMatch(/^error: only the app can start hooklens engine[^\n]*\.\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("never prints an argument to the terminal unchanged", async () => {
    const { stderr } = await run("\u001b[2J\u202ewebhooks\nls");
    expect(stderr).toMatch(/^error: unknown command ␛\[2J⟨202E⟩webhooks[^\n]*\n$/);
  });

  it("shows a stack trace with -v, and only then", async () => {
    expect((await run("webhooks", "create", "--url", "x")).stderr).not.toMatch(/^\s+at /m);
    expect((await run("webhooks", "create", "--url", "x", "-v")).stderr).toMatch(/^\s+at /m);
    expect((await run("nonsense", "-v")).stderr).toMatch(/^\s+at /m);
  });
});

describe("stdout on a full disk", () => {
  it.skipIf(!existsSync("/dev/full")).each([["deliveries ls"], ["help"], ["--version"]])(
    "ends %s with 3 and one line",
    (args) => {
      const { status, stderr } = spawnSync(
        "sh",
        ["-c", `exec "$0" "$1" ${args} > /dev/full`, process.execPath, programFile()],
        { env: { PATH: process.env["PATH"], HOME: home }, encoding: "utf8" },
      );
      expect(stderr).toBe("error: stdout cannot be written (ENOSPC). Check where it is redirected to.\n");
      expect(status).toBe(3);
    },
  );
});

describe("a reader that goes away", () => {
  it("ends the program with 0, without a word", async () => {
    const running = startCli(["--help"], { home });
    running.child.stdout.destroy();
    expect(await running.ended).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  });
});
