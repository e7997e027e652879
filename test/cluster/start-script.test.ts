import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { runCli } from "../support/cli.ts";
import { commandDirectory } from "../support/cluster/command-directory.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { isInstalled } from "../support/installed.ts";
import { natsServerFile } from "../support/nats-server.ts";

const script = join(import.meta.dirname, "../../examples/cluster/start.sh");

/**
 * First of the ports that the script uses; the others are up to 32 above. They are between those that other tests take
 * and those that the system gives to programs.
 */
const port = 30_000 + Math.floor(Math.random() * 2_700);

describe.skipIf(natsServerFile === null || !isInstalled("caddy"))("examples/cluster/start.sh", () => {
  test(
    "starts a cluster that survives the death of a node and a receiver, and leaves nothing",
    { timeout: 120_000 },
    async () => {
      const dir = freshDataDir("tmp");
      const running = spawn(script, [String(port)], {
        env: {
          PATH: commandDirectory() + delimiter + (process.env["PATH"] ?? ""),
          HOME: dir,
          TMPDIR: join(dir, ".."),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [running.stdout, running.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      }
      const ended = once(running, "close");
      onTestFinished(async () => {
        running.kill("SIGTERM");
        await ended;
      });
      await vi.waitUntil(() => /^every teammate: /m.test(output) || running.exitCode !== null, {
        timeout: 60_000,
      });
      const [, store = ""] = /--store '(.+)'/.exec(output) ?? [];
      const [, url = ""] = /^ready: POST (\S+)/m.exec(output) ?? [];
      expect({ store, url }, output).toEqual({
        store: `nats://viewer:view@127.0.0.1:${port + 10},127.0.0.1:${port + 11},127.0.0.1:${port + 12}?inbox=_INBOX_viewer`,
        url: `http://127.0.0.1:${port}/webhooks/inbox`,
      });

      const post = async () =>
        (await fetch(url, { method: "POST", body: '{"event":{"action":"update","scope":"repo"}}' })).status;
      expect(await post()).toBe(200);
      for (const name of ["nats-0", "receiver-0"]) {
        const [, pid] = new RegExp(`^${name} .* pid (\\d+)$`, "m").exec(output) ?? [];
        process.kill(Number(pid), "SIGKILL");
      }
      await expect.poll(post, { timeout: 30_000 }).toBe(200);
      // The command fails while the cluster elects another leader.
      const list = () => runCli(["deliveries", "ls", "--format", "quiet", "--store", store], { home: dir });
      await expect
        .poll(list, { timeout: 40_000 })
        .toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\n(\d+\n)+$/) });

      running.kill("SIGINT");
      expect(await ended, output).toEqual([0, null]);
      await expect(fetch(url)).rejects.toThrow("fetch failed");
      expect(readdirSync(join(dir, "..")).filter((name) => name.startsWith("tmp."))).toEqual([]);
    },
  );
});
