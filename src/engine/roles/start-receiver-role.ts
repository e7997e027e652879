import process from "node:process";
import { startReceiver } from "../../receiver/receiver.ts";
import { toRouteSpec } from "../../receiver/route-table.ts";
import { openDeliveryLog } from "../../store/sqlite/delivery-log.ts";
import { startIndexer } from "../../store/sqlite/start-indexer.ts";
import { plural } from "../../text/numbers.ts";
import type { ReceiverState } from "../client.ts";
import { followPositions } from "../control/positions.ts";
import { serveControl, type ControlServer } from "../control/server.ts";
import { controlSocketPath } from "../control/socket-path.ts";
import type { ReceiverRoleOptions, RunningReceiver } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import type { HeldRole } from "./hold-role.ts";
import { startRetention, usualRetention } from "./retention.ts";
import type { RoleStart, StartedRole } from "./role-start.ts";
import type { RunningRole } from "./role.ts";

const usualPort = 7860;
const failureNoteGapMs = 10_000;

/**
 * Receives deliveries into the log of the data directory, and serves the control socket.
 * @param held given back by `close`, and when the start fails
 */
export async function startReceiverRole(
  held: HeldRole,
  { dataDir, version, onNote, graceMs }: RoleStart,
  { host, port, secret, routes, publicUrl = null, landing, retention = usualRetention }: ReceiverRoleOptions,
): Promise<StartedRole<RunningReceiver>> {
  await using undo = new AsyncDisposableStack();
  undo.defer(() => held.release());
  const log = await openDeliveryLog(dataDir);
  undo.defer(() => log.close());
  const interrupted = await log.interruptPending();
  if (interrupted > 0) {
    onNote(`${plural(interrupted, "delivery", "deliveries")} of the last run marked as interrupted`);
  }
  const indexer = startIndexer(dataDir, log, (reason) => onNote(`searches are slow: ${reason}`));
  undo.defer(() => indexer.close());
  const keeping = startRetention({
    log,
    retention,
    onFailure: (reason) => onNote(`old deliveries cannot be removed: ${reason}`),
  });
  undo.defer(() => keeping.close());
  const positions = await followPositions(log);
  undo.defer(() => positions.close());

  const receiver = await listenOnFreePort(
    { dataDir, role: "receiver", given: port, usual: usualPort, onNote },
    (free) =>
      startReceiver({
        log,
        port: free,
        routes: routes.map(toRouteSpec),
        secret,
        publicUrl: () => publicUrl,
        ...(host !== undefined && { host }),
        ...(landing !== undefined && { landing }),
        onLogFailure: noteSparingly(onNote),
      }),
  );
  const socket = controlSocketPath(dataDir);
  const startedAt = new Date().toISOString();
  const { url } = receiver;
  const state = (): ReceiverState => ({
    pid: process.pid,
    version,
    url,
    routes: receiver.routes(),
    secretSet: !receiver.isOpen(),
    startedAt,
    position: positions.latest(),
  });
  let control: ControlServer | null = null;
  // Together: the control server waits for its replays, which only the receiver can cut off.
  undo.defer(async () => {
    await Promise.all([receiver.close(graceMs), control?.close()]);
  });
  control = await serveControl(socket, {
    state,
    replay: (seq, to) => receiver.replay(seq, to),
    prune: (policy, options) => log.prune(policy, options),
    positions,
  });

  const { pid } = process;
  const running: RunningRole = { role: "receiver", pid, version, url, socket, token: null, startedAt };
  held.announce(running);
  const started = undo.move();
  return {
    running: {
      ...running,
      get routes() {
        return receiver.routes();
      },
      get isOpen() {
        return receiver.isOpen();
      },
      setRoutes: (changed) => receiver.setRoutes(changed.map(toRouteSpec)),
      setSecret: (changed) => receiver.setSecret(changed),
    },
    close: () => started.disposeAsync(),
  };
}

/** A full disk fails thousands of deliveries a second: one is noted, and how many more there were with the next note. */
function noteSparingly(onNote: (line: string) => void): (error: unknown) => void {
  let notedAtMs = -Infinity;
  let unsaid = 0;
  return (error) => {
    unsaid += 1;
    const nowMs = performance.now();
    if (nowMs - notedAtMs < failureNoteGapMs) return;
    const reason = error instanceof Error ? error.message : String(error);
    onNote(`${plural(unsaid, "delivery", "deliveries")} could not be logged: ${reason}`);
    notedAtMs = nowMs;
    unsaid = 0;
  };
}
