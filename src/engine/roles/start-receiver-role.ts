import process from "node:process";
import { secretsOf } from "../../model/accepted-secrets.ts";
import { UsageError } from "../../model/errors.ts";
import { startReceiver } from "../../receiver/receiver.ts";
import { toRouteSpec } from "../../receiver/route-table.ts";
import { openDeliveryLog } from "../../store/sqlite/delivery-log.ts";
import { startIndexer } from "../../store/sqlite/start-indexer.ts";
import { plural } from "../../text/numbers.ts";
import { redactText } from "../../text/redact.ts";
import type { ReceiverState } from "../client.ts";
import { makeChanges } from "../control/changes.ts";
import { followPositions } from "../control/positions.ts";
import { serveControl, type ControlServer } from "../control/server.ts";
import { controlSocketPath } from "../control/socket-path.ts";
import { updateSource } from "../control/updates.ts";
import type { ReceiverRoleOptions, RunningReceiver } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import type { HeldRole } from "./hold-role.ts";
import { noteSparingly } from "./note-sparingly.ts";
import { openRouting } from "./receiver-routing.ts";
import { makeRunningTunnel, type RunningTunnel } from "./receiver-tunnel.ts";
import { startRetention, usualRetention } from "./retention.ts";
import type { RoleStart, StartedRole } from "./role-start.ts";
import type { RunningRole } from "./role.ts";

const usualPort = 7860;

/**
 * Receives deliveries into the log of the data directory, and serves the control socket. Handlers are loaded before it listens.
 * @param held given back by `close`, and when the start fails
 * @throws {SecretFormatError | HandlersDirectoryError | HandlerTwiceError | ForwardTargetError | TunnelChoiceError}
 */
export async function startReceiverRole(
  held: HeldRole,
  start: RoleStart,
  options: ReceiverRoleOptions,
): Promise<StartedRole<RunningReceiver>> {
  const { dataDir, version, graceMs } = start;
  const { host, port, publicUrl = null, landing, retention = usualRetention } = options;
  const { handlersDir = null, forward = null, routeSecrets = {}, tunnel: tunnelSettings = null } = options;
  const secrets = secretsOf(options.secret);
  const ofRoutes = Object.entries(routeSecrets).map(([name, of]) => [name, secretsOf(of)] as const);
  /** Without the secrets: a handler may print what it got, and name it in an error. */
  const clean = (text: string): string =>
    redactText(text, [...secrets, ...ofRoutes.flatMap(([, own]) => own)]);
  const { onHandlerNote = start.onNote } = options;
  const onNote = (line: string): void => start.onNote(clean(line));

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
  const changes = makeChanges();
  const routing = await openRouting({
    named: options.routes.map(toRouteSpec),
    handlersDir,
    secrets: Object.fromEntries(ofRoutes),
    onNote,
    onHandlerNote: (line) => onHandlerNote(clean(line)),
    onChange: changes.tell,
  });
  undo.defer(() => routing.close());

  let tunnel: RunningTunnel | null = null;
  const reachedAt = (): string | null => tunnel?.publicUrl() ?? publicUrl;
  const receiver = await listenOnFreePort(
    { dataDir, role: "receiver", given: port, usual: usualPort, onNote },
    (free) =>
      startReceiver({
        log,
        port: free,
        routes: routing.specs(),
        secret: secrets,
        publicUrl: reachedAt,
        ...(host !== undefined && { host }),
        ...(landing !== undefined && { landing }),
        onLogFailure: noteSparingly(onNote),
      }),
  );
  const { url } = receiver;
  let control: ControlServer | null = null;
  undo.defer(() => tunnel?.close());
  // Together: the control server waits for its replays, which only the receiver can cut off, and for a tunnel that is being opened.
  undo.defer(async () => {
    if (tunnel?.publicUrl() === null) void tunnel.close();
    const received = receiver.close(graceMs);
    await Promise.all([received, routing.endForward(graceMs, received), control?.close()]);
  });
  routing.drive(receiver);

  const ownUrls = (): readonly string[] =>
    [url, publicUrl, tunnel?.publicUrl() ?? null].filter((own) => own !== null);
  const setForward = (target: string | null): void => routing.setForward(target, ownUrls());
  if (forward !== null) setForward(forward);
  if (tunnelSettings !== null) {
    tunnel = makeRunningTunnel({
      settings: tunnelSettings,
      localUrl: reachableUrl(url),
      onNote,
      onChange: () => {
        changes.tell();
        // Only now is it known where the tunnel ends.
        routing.dropForwardTo(ownUrls());
      },
    });
  }
  const openTunnel = (choice?: string) => {
    if (tunnel !== null) return tunnel.open(choice);
    throw new UsageError({
      what: "this receiver opens no tunnel",
      ...(publicUrl !== null && { why: `it is reached at ${publicUrl} as it is` }),
    });
  };

  const startedAt = new Date().toISOString();
  const state = (): ReceiverState => ({
    pid: process.pid,
    version,
    url,
    publicUrl: reachedAt(),
    tunnel: tunnel?.state() ?? null,
    forward: routing.forward(),
    routes: receiver.routes(),
    handlers: routing.handlers().map((each) => ({ ...each, error: each.error && clean(each.error) })),
    secretSet: !receiver.isOpen(),
    startedAt,
    position: positions.latest(),
  });
  const socket = controlSocketPath(dataDir);
  control = await serveControl(socket, {
    state,
    replay: (seq, to) => receiver.replay(seq, to),
    prune: (policy, options) => log.prune(policy, options),
    openTunnel: async (choice) => openTunnel(choice),
    closeTunnel: async () => tunnel?.close(),
    setForward,
    updates: updateSource(positions, changes),
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
      get publicUrl() {
        return reachedAt();
      },
      setRoutes: (changed) => routing.setNamed(changed.map(toRouteSpec)),
      openTunnel: async () => openTunnel(),
    },
    close: () => started.disposeAsync(),
  };
}

/** Of one that listens on all addresses: one of them that a connection can go to. */
function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
