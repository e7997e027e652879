import process from "node:process";
import { startReceiver } from "../../receiver/receiver.ts";
import { openDeliveryLog } from "../../store/sqlite/delivery-log.ts";
import { startIndexer } from "../../store/sqlite/indexer.ts";
import type { ReceiverState } from "../client.ts";
import { followPositions } from "../control/positions.ts";
import { serveControl, type ControlServer } from "../control/server.ts";
import { controlSocketPath } from "../control/socket-path.ts";
import type { ReceiverRoleOptions, RunningReceiver } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import type { HeldRole } from "./hold-role.ts";
import type { RoleStart, StartedRole } from "./role-start.ts";
import type { RunningRole } from "./role.ts";

const usualPort = 7860;

/**
 * Receives deliveries into the log of the data directory, and serves the control socket.
 * @param held given back by `close`, and when the start fails
 */
export async function startReceiverRole(
  held: HeldRole,
  { dataDir, version, onNote, graceMs }: RoleStart,
  { host, port, secret, routes }: ReceiverRoleOptions,
): Promise<StartedRole<RunningReceiver>> {
  await using undo = new AsyncDisposableStack();
  undo.defer(() => held.release());
  const log = await openDeliveryLog(dataDir);
  undo.defer(() => log.close());
  const interrupted = await log.interruptPending();
  if (interrupted > 0) onNote(`${interrupted} deliveries were pending when the receiver ended: interrupted`);
  const indexer = startIndexer(dataDir);
  undo.defer(() => indexer.close());
  const positions = await followPositions(log);
  undo.defer(() => positions.close());

  const receiver = await listenOnFreePort(
    { given: port, usual: usualPort, who: "receiver", onNote },
    (free) =>
      startReceiver({
        log,
        port: free,
        routes,
        secret,
        ...(host !== undefined && { host }),
        onLogFailure: (error) => onNote(`a delivery was not logged: ${String(error)}`),
      }),
  );
  const socket = controlSocketPath(dataDir);
  const startedAt = new Date().toISOString();
  const { url } = receiver;
  const state = (): ReceiverState => ({
    pid: process.pid,
    version,
    url,
    routes: receiver.routes,
    secretSet: secret !== null,
    startedAt,
    position: positions.latest(),
  });
  let control: ControlServer | null = null;
  // Together: the control server waits for its replays, which only the receiver can cut off.
  undo.defer(async () => {
    await Promise.all([receiver.close(graceMs), control?.close()]);
  });
  control = await serveControl(socket, { state, replay: receiver.replay, positions });

  const { pid } = process;
  const running: RunningRole = { role: "receiver", pid, version, url, socket, token: null, startedAt };
  held.announce(running);
  const started = undo.move();
  return {
    running: { ...running, routes: receiver.routes },
    close: () => started.disposeAsync(),
  };
}
