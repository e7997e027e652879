import type { Engine, EngineOptions } from "../../src/engine/engine.ts";
import { startEngine } from "../../src/engine/start-engine.ts";
import { version } from "../../src/engine/version.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { onRelease } from "./shared.ts";
import { sqliteAt } from "./sqlite-at.ts";

/** Starts an engine in this process, stopped after the test or the tests that share it, on free ports unless `roles` has others. */
export async function runningEngine(
  dataDir: string,
  options: Partial<Pick<EngineOptions, "roles" | "logger" | "version">> = {},
): Promise<Engine> {
  const engine = await startEngine({
    ...sqliteAt(dataDir),
    version,
    roles: { receiver: { port: 0, secret: null, routes: ["inbox"] } },
    logger: lineLogger(() => undefined),
    ...options,
  });
  onRelease(() => engine.close());
  return engine;
}

/** POSTs a payload to the inbox of a receiver and returns the status. */
export async function deliver(url: string, payload: unknown): Promise<number> {
  const response = await fetch(`${url}/webhooks/inbox`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  await response.arrayBuffer();
  return response.status;
}
