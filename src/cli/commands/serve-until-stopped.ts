import type { Engine } from "../../engine/engine.ts";
import { boundHeap } from "../../engine/heap.ts";
import { openLogFile } from "../../engine/log-file.ts";
import { isHooklensError } from "../../model/errors.ts";
import { v } from "../../text/visible.ts";
import type { Output } from "../output/output.ts";
import { type StopSignal, signalExitCodes } from "../signals.ts";

/**
 * Prints the URL, waits for a signal, and closes the engine, which waits up to 4.5 s for requests in flight.
 * @param stopped promise of `nextStopSignal`, created before the engine started, so that no signal is missed
 * @throws {NotStoringError} the engine can no longer store; it is closed first
 * @returns 0 for SIGINT and SIGTERM, which stop a service; 129 for SIGHUP
 */
export async function serveUntilStopped(
  engine: Engine,
  url: string,
  stopped: Promise<StopSignal>,
  output: Output,
): Promise<number> {
  boundHeap();
  await output.write(`listening on ${url}\n`);
  const signal = await Promise.race([stopped, engine.failed]);
  if (isHooklensError(signal)) {
    openLogFile().error(signal.message);
    output.note(v`${signal.what}: finishing requests in flight`);
    await engine.close();
    throw signal;
  }
  output.note(v`${signal}: finishing requests in flight`);
  await engine.close();
  return signal === "SIGHUP" ? signalExitCodes.SIGHUP : 0;
}
