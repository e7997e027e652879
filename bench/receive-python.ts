import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { benchSecret } from "./receive-payload.ts";
import { type BenchResult, median } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

const full = { connections: 16, seconds: 2 };
const rounds = 5;
const aim = 3;

/**
 * Compares a receiver with WebhooksServer of huggingface_hub, which stores nothing, in turn. Empty unless
 * `HOOKLENS_PYTHON`, or else `python3`, has huggingface_hub and gradio.
 */
export async function compareWebhooksServer(): Promise<readonly BenchResult[]> {
  const python = process.env["HOOKLENS_PYTHON"] ?? "python3";
  if (spawnSync(python, ["-c", "import gradio, huggingface_hub"]).status !== 0) return [];
  const { path, remove } = await makeBenchDir("receive-python");
  const script = join(import.meta.dirname, "webhooks_server.py");
  const servers = [
    spawn(python, [script, benchSecret], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, GRADIO_ANALYTICS_ENABLED: "False" },
    }),
    start("receive-server.ts", path, "inbox"),
  ];
  try {
    const [peer = 0, receiver = 0] = await Promise.all(servers.map(portOf));
    for (const port of [peer, receiver]) await load(port, { ...full, seconds: 1 });
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const limit = await load(peer, full);
      pairs.push({ limit: limit.rate, value: (await load(receiver, full)).rate });
    }
    const ratio = median(pairs.map(({ value, limit }) => value / limit));
    return [
      {
        what: `durable deliveries with a secret, ${full.connections} connections`,
        value: median(pairs.map(({ value }) => value)),
        unit: "1/s",
        limit: {
          what: "WebhooksServer of huggingface_hub, nothing kept",
          value: median(pairs.map(({ limit }) => limit)),
        },
        ratio,
        aim: `>= ${aim}x`,
        ok: ratio >= aim,
      },
    ];
  } finally {
    await Promise.all(servers.map(stop));
    await remove();
  }
}
