import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { errorToWire } from "../../../model/error-wire.ts";
import type { Logger } from "../../../model/logger.ts";
import { parseNatsAddress } from "../address.ts";
import { connectNats } from "../connect.ts";
import type { ProjectorData, ProjectorReport, ProjectorRequest, ProjectorWork } from "./messages.ts";
import { type Projector, startProjector } from "./projector.ts";

/** Serves the thread that writes a projection. An error that prevents its start ends it. */
async function serve(port: MessagePort, { store, dir, sinceMs }: ProjectorData): Promise<void> {
  const report = (message: ProjectorReport): void => port.postMessage(message);
  const note =
    (level: keyof Logger) =>
    (line: string): void =>
      report({ kind: "note", level, line });
  const connection = await connectNats(parseNatsAddress(store));
  const projector = await startProjector({
    connection,
    dir,
    sinceMs,
    logger: { info: note("info"), warn: note("warn"), error: note("error") },
    onUpdate: (update) => report({ kind: "update", update }),
    onFailure: (error) => report({ kind: "failure", error: error && errorToWire(error) }),
  });
  const stops = new Map<number, AbortController>();

  async function work(id: number, wanted: ProjectorWork): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      report({ kind: "done", id, value: await workOn(projector, wanted, stop.signal) });
    } catch (error) {
      report({ kind: "failed", id, error: errorToWire(error) });
    }
    stops.delete(id);
  }

  async function close(): Promise<void> {
    for (const stop of stops.values()) stop.abort();
    await projector.close();
    await connection.close();
    port.close();
  }

  port.on("message", (request: ProjectorRequest) => {
    if (request.ask === "close") void close();
    else if (request.ask === "stop") stops.get(request.id)?.abort();
    else if (request.ask === "work") void work(request.id, request.work);
    else {
      void projector.startBackground({
        onFailure: (reason) => report({ kind: "background", reason, isDead: false }),
        onDead: (reason) => report({ kind: "background", reason, isDead: true }),
      });
    }
  });
}

function workOn(projector: Projector, work: ProjectorWork, signal: AbortSignal): Promise<unknown> {
  return work.kind === "mark"
    ? projector.markDuplicates(work.duplicates)
    : projector.prune(work.policy, { dryRun: work.dryRun, signal });
}

if (parentPort !== null) {
  const data: ProjectorData = workerData;
  const port = parentPort;
  serve(port, data).catch((error: unknown) => {
    port.postMessage({ kind: "failure", error: errorToWire(error) } satisfies ProjectorReport);
    port.close();
  });
}
