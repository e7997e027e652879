import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { benchSecret } from "./receive-payload.ts";
import { type BenchLine, compareRounds } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

const full = { connections: 16, seconds: 2 };
const rounds = 5;
const aim = 3;

/** Peers by the argument of `webhooks_server.py`, the best first: gradio is not needed for the endpoint alone. */
const peers = [
  {
    part: "whole",
    name: "WebhooksServer of huggingface_hub",
    printVersions:
      "import gradio, huggingface_hub as hub; print(hub.__version__, 'with gradio', gradio.__version__)",
  },
  {
    part: "endpoint",
    name: "the endpoint of WebhooksServer without gradio, huggingface_hub",
    printVersions:
      "import fastapi, uvicorn, huggingface_hub as hub; print(hub.__version__, 'with fastapi', fastapi.__version__)",
  },
] as const;

/**
 * Compares a receiver with WebhooksServer of huggingface_hub, which stores nothing, in turn. Skipped unless
 * `HOOKLENS_PYTHON`, or else `python3`, has huggingface_hub and gradio or FastAPI.
 */
export async function compareWebhooksServer(): Promise<readonly BenchLine[]> {
  const python = process.env["HOOKLENS_PYTHON"] ?? "python3";
  const what = `durable deliveries with a secret beside WebhooksServer, ${full.connections} connections`;
  const found = findPeer(python);
  if (found === null) return [{ what, why: "skipped: no Python with huggingface_hub and gradio or FastAPI" }];
  const { path, remove } = await makeBenchDir("receive-python");
  const script = join(import.meta.dirname, "webhooks_server.py");
  const servers = [
    spawn(python, [script, benchSecret, found.part], {
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
    return [
      compareRounds({
        what,
        unit: "1/s",
        pairs,
        peer: `${found.name}, nothing kept`,
        aim: { least: aim },
      }),
    ];
  } finally {
    await Promise.all(servers.map(stop));
    await remove();
  }
}

/** Returns the first peer whose modules a Python has, its name with their versions; null if there is none. */
function findPeer(python: string): { readonly part: string; readonly name: string } | null {
  for (const { part, name, printVersions } of peers) {
    const { status, stdout } = spawnSync(python, ["-c", printVersions], { encoding: "utf8" });
    if (status === 0) return { part, name: `${name} ${stdout.trim()}` };
  }
  return null;
}
