import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeCliHome, runCli } from "../support/cli.ts";
import { commandDirectory } from "../support/cluster/command-directory.ts";
import { natsServerFile } from "../support/nats-server.ts";
import { startReceive } from "../support/receive-process.ts";
import { takePort } from "../support/taken-port.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/cluster.md"), "utf8");
const commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);

/** Body of the deliveries of this test. */
const body =
  '{"event":{"action":"update","scope":"repo.content"},"repo":{"type":"dataset","name":"me/corpus"}}';

test("docs/cluster.md has ten commands", () => {
  expect(commands).toHaveLength(10);
});

describe.skipIf(natsServerFile === null)("the ten commands of docs/cluster.md", () => {
  test("take the log of a laptop to a cluster", { timeout: 120_000 }, async () => {
    // The commands name their ports, so nothing else may use them.
    for (const [, port] of page.matchAll(/(?:-p |-m |--port |127\.0\.0\.1:)(\d{4})/g)) {
      await (await takePort(Number(port))).free();
    }
    const at = makeCliHome();
    const laptop = startReceive([], { at });
    expect((await laptop.post("inbox")).status).toBe(200);
    laptop.child.kill("SIGTERM");
    await laptop.ended;
    mkdirSync(at.home, { recursive: true });

    // A command that is not ready yet is run again, as a person does it.
    const lines = commands.map((line) => (line.endsWith("&") ? line : `until ${line}; do sleep 0.5; done`));
    const shell = spawn(
      "bash",
      ["-c", `trap 'kill $(jobs -p)' TERM\n${lines.join("\n")}\necho all done\nwait`],
      {
        cwd: root,
        env: { PATH: [commandDirectory(), process.env["PATH"]].join(delimiter), HOME: at.home },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const ended = once(shell, "close");
    onTestFinished(async () => {
      shell.kill("SIGTERM");
      await ended;
    });
    await expect.poll(() => output, { timeout: 60_000 }).toContain("all done\n");

    for (const port of [9001, 9002, 9003]) {
      const send = async () =>
        (await fetch(`http://127.0.0.1:${port}/webhooks/inbox`, { method: "POST", body }).catch(() => null))
          ?.status;
      await expect.poll(send, { timeout: 20_000 }).toBe(200);
    }
    const [, store = ""] = /HOOKLENS_STORE=(\S+)/.exec(page) ?? [];
    const teammate = makeCliHome();
    onTestFinished(teammate.remove);
    const { code, stdout, stderr } = await runCli(["deliveries", "ls", "--format", "quiet"], {
      home: teammate.home,
      env: { HOOKLENS_STORE: store },
    });
    expect({ code, rows: stdout.trim().split("\n").length }, stderr).toEqual({ code: 0, rows: 4 });
  });
});
