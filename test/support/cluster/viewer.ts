import { onTestFinished, vi } from "vitest";
import { makeCliHome, runCli, startCli } from "../cli.ts";
import type { StreamedDelivery } from "./cluster.ts";

/** Teammate who watches the log of a cluster, with a data directory and a projection of its own. */
export interface Viewer {
  /** Returns the number of deliveries that it has shown. */
  shown(): number;
  /** Returns what it has shown, in order. */
  rows(): readonly StreamedDelivery[];
  /** Returns what a command prints of its projection, in order of seq. */
  list(where?: string): Promise<readonly StreamedDelivery[]>;
}

/** Delivery as the program prints it. */
interface PrintedDelivery {
  readonly seq: number;
  readonly webhookId: string;
}

/** Starts `hooklens deliveries tail`, which is ended after the test. Resolves when it follows the log. */
export async function startViewer(store: string): Promise<Viewer> {
  const at = makeCliHome();
  const args = ["--store", store, "--format", "json"];
  const tail = startCli(["deliveries", "tail", "--since", "1h", ...args], { home: at.home });
  onTestFinished(async () => {
    tail.child.kill("SIGKILL");
    await tail.ended;
    at.remove();
  });
  let shown = 0;
  tail.child.stdout.on("data", (text: string) => {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) shown += 1;
  });
  async function list(where?: string): Promise<readonly StreamedDelivery[]> {
    const matching = where === undefined ? [] : ["--where", where];
    const { code, stdout, stderr } = await runCli(
      ["deliveries", "ls", "--limit", "1000000", ...matching, ...args],
      { home: at.home },
    );
    if (code !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as readonly PrintedDelivery[]).map(streamed).toReversed();
  }
  // Its projection exists: what arrives from now on is shown as it arrives.
  await vi.waitUntil(async () => (await list()).length >= 0, { timeout: 20_000 });
  return {
    shown: () => shown,
    rows: () =>
      tail
        .stdout()
        .split("\n")
        .filter((text) => text !== "")
        .map((text) => streamed(JSON.parse(text) as PrintedDelivery)),
    list,
  };
}

function streamed({ seq, webhookId }: PrintedDelivery): StreamedDelivery {
  return { seq, attempt: webhookId };
}
