import { onTestFinished, vi } from "vitest";
import type { ReceiverControl } from "../../src/engine/client.ts";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { type CliHome, listeningUrl, makeCliHome, type RunningCli, startCli } from "./cli.ts";
import { type NodeProcessOptions } from "./node-process.ts";

/** `hooklens receive` in a process with its own home; both are removed after the test. */
export interface ReceiveProcess extends RunningCli {
  readonly at: CliHome;
  /** URL of the receiver, once it listens. */
  url(): Promise<string>;
  /** Client of the control socket, once the socket exists. */
  control(): Promise<ReceiverControl>;
  /** POSTs to a route of the receiver, or of another URL (`at`). */
  post(route: string, options?: PostOptions): Promise<{ readonly status: number; readonly text: string }>;
  /** Lines on stderr that name the routes, without the base URL. */
  routes(): readonly string[];
}

interface PostOptions {
  readonly secret?: string;
  readonly payload?: unknown;
  readonly at?: string;
}

/** Starts `hooklens receive` on a free port, unless the arguments name one. */
export function startReceive(
  args: readonly string[],
  {
    env = {},
    at = makeCliHome(),
    ...options
  }: Omit<NodeProcessOptions, "home"> & { readonly at?: CliHome } = {},
): ReceiveProcess {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const running = startCli(["receive", ...port, ...args], { home: at.home, env, ...options });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
    at.remove();
  });
  const url = (): Promise<string> => listeningUrl(running);
  return {
    ...running,
    at,
    url,
    async control() {
      // Its file is there before its line: a receiver whose tunnel is being opened can be asked already.
      const role = await vi.waitUntil(() => readRuntimeFile(at.dataDir, "receiver"), {
        timeout: 20_000,
        interval: 10,
      });
      return connectReceiver(role);
    },
    async post(route, { secret, payload = { event: { action: "update", scope: "repo" } }, at: base } = {}) {
      const response = await fetch(`${base ?? (await url())}/webhooks/${route}`, {
        method: "POST",
        headers: secret === undefined ? {} : { "x-webhook-secret": secret },
        body: JSON.stringify(payload),
      });
      return { status: response.status, text: await response.text() };
    },
    routes: () =>
      running
        .stderr()
        .split("\n")
        .flatMap((line) => /^POST \S+?\/webhooks\/(\S+)$/.exec(line)?.[1] ?? [])
        .toSorted(),
  };
}
