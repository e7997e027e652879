import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { listeningUrl, makeCliHome, startCli } from "../support/cli.ts";
import { always, httpTarget, type SeenRequest } from "../support/http-target.ts";
import { findPython, pythonEnvironment, pythonScripts } from "../support/python.ts";

const token = "hf_local_test";
const { python, missing } = findPython();

/** One line that a script prints: a completed operation and the events it must have fired. */
const stepSchema = z.object({ step: z.string(), events: z.array(z.string()) });

async function hubProcess() {
  const { home, remove } = makeCliHome();
  const hub = startCli(["hub", "--port", "0", "--token", token], { home });
  onTestFinished(async () => {
    hub.child.kill("SIGTERM");
    await hub.ended;
    remove();
  });
  return { endpoint: await listeningUrl(hub), home };
}

async function run(script: string, env: Record<string, string>) {
  const child = spawn(python ?? "", [script], { env, cwd: env["HOME"], stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return { code, stderr, steps: lines.map((line) => stepSchema.parse(JSON.parse(line))) };
}

function eventOf({ body }: SeenRequest): string {
  const { event } = z
    .object({ event: z.object({ scope: z.string(), action: z.string() }) })
    .parse(JSON.parse(body));
  return `${event.scope}.${event.action}`;
}

test.for(pythonScripts)(
  "the real Python client does all of $name against a running hub, and each operation fires its events",
  { timeout: 180_000 },
  async ({ file }, context) => {
    if (missing !== null) return context.skip(missing);
    const target = await httpTarget(always(200));
    const { endpoint, home } = await hubProcess();
    const env = pythonEnvironment({ endpoint, token, home, target: `${target.url}/hook` });
    const { code, stderr, steps } = await run(file, env);
    expect(stderr).not.toContain("Traceback");
    expect(code).toBe(0);
    expect(steps.length).toBeGreaterThan(3);

    const wanted = steps.flatMap(({ step, events }) => events.map((event) => `${event} by ${step}`));
    const seen = () => target.seen.map(eventOf);
    await vi.waitFor(() => expect(seen().length).toBeGreaterThanOrEqual(wanted.length), 10_000);
    // Includes the names of the steps on both sides to locate a difference.
    expect(
      seen().map((event, index) => `${event} by ${wanted[index]?.split(" by ")[1] ?? "nothing"}`),
    ).toEqual(wanted);
    for (const { headers, path } of target.seen) {
      expect({ path, secret: headers["x-webhook-secret"] }).toEqual({
        path: "/hook",
        secret: "a secret of the scripts",
      });
    }
    return undefined;
  },
);
