import process from "node:process";
import { errorText } from "../../model/errors.ts";
import { mapLogger, type Logger } from "../../model/logger.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import { secretsOf } from "../../model/secret.ts";
import { isLoopback } from "../../model/url.ts";
import { readProxies } from "../../receiver/client-address.ts";
import { OpenReceiverError } from "../../receiver/errors.ts";
import { isOwnAddress, refuseOwnAddress } from "../../receiver/forward/target.ts";
import { withDefaultLimits } from "../../receiver/limits.ts";
import { makeMetricsAccess } from "../../receiver/metrics/access.ts";
import { measureLog } from "../../receiver/metrics/measured-log.ts";
import type { ReceiverGauges } from "../../receiver/metrics/meter.ts";
import { type Receiver, startReceiver } from "../../receiver/receiver.ts";
import { toRouteSpec } from "../../receiver/routes.ts";
import { runDefaults } from "../../receiver/runs/run-settings.ts";
import { refuseUnsendable } from "../../receiver/secret.ts";
import type { TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { Store } from "../../store/store.ts";
import { byteSize, plural } from "../../text/numbers.ts";
import { type ControlServer, serveControl } from "../control/server.ts";
import { controlSocketPath } from "../control/socket-path.ts";
import { makeChanges, type Positions, updateSource } from "../control/updates.ts";
import type { ReceiverRoleOptions, RunningReceiver } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import { importFile } from "../import-file.ts";
import type { ReceiverState } from "../receiver-state.ts";
import { type Retention, defaultRetention } from "../retention.ts";
import type { RoleStart, StartedRole, RunningRole } from "../role.ts";
import type { HeldRole } from "./hold-role.ts";
import { openReceiverLog } from "./receiver-log.ts";
import { type Routing, openRouting } from "./receiver-routing.ts";
import { readSecrets, warnOfShortSecrets } from "./receiver-secrets.ts";
import { type RunningTunnel, makeRunningTunnel, noTunnel } from "./receiver-tunnel.ts";

/**
 * Receives deliveries into the log of the data directory and serves the control socket. Loads handlers before
 * it listens.
 * @param held released by `close`, and if the start fails
 * @throws {UsageError | HandlersDirectoryError | HandlerTwiceError | ProgramMissingError | ForwardTargetError |
 * OpenReceiverError}
 */
export async function startReceiverRole(
  held: HeldRole,
  start: RoleStart,
  options: ReceiverRoleOptions,
): Promise<StartedRole<RunningReceiver>> {
  const { dataDir, store, version, graceMs } = start;
  const {
    host,
    open = false,
    landing,
    forward = null,
    forwardRules = [],
    publicUrl = null,
    onHandlerNote = start.logger.info,
  } = options;
  const { ofReceiver, ofRoutes, known } = readSecrets(options);
  const { clean } = known;
  const trustedProxies = readProxies(options.trustedProxies ?? []);
  const logger = mapLogger(start.logger, clean);

  await using undo = new AsyncDisposableStack();
  undo.defer(() => held.release());
  const metricsAccess = makeMetricsAccess(options.metricsToken ?? null);
  const {
    log: writtenLog,
    positions,
    failed,
    close,
  } = await openReceiverLog(store.deliveries, logger, options.retention);
  undo.defer(close);
  const { log, meter, close: stopMeter } = measureLog(writtenLog);
  undo.defer(async () => stopMeter());
  const changes = makeChanges();
  log.onStoring(changes.notify);
  log.onStatus(changes.notify);
  const routing = await openRouting({
    named: options.routes.map(toRouteSpec),
    handlersDir: options.handlersDir ?? null,
    programs: options.programs ?? [],
    running: {
      inherited: { allowed: options.programEnv ?? [], known: known.all },
      timeoutMs: withDefaultLimits(options.limits ?? {}).execTimeoutMs,
    },
    secrets: ofRoutes,
    runDefaults: options.runDefaults ?? runDefaults,
    runs: options.runs ?? {},
    // The receiver listens before the first run.
    secretOf: (route) => receiver.secretOf(route),
    forwarding: {
      rules: forwardRules,
      retryDelaysMs: options.forwardRetriesMs ?? forwardRetryDelaysMs,
      isOwn: (target) => isOwnAddress(target, ownUrls()),
    },
    queue: {
      log,
      queue: log.forwards,
      known: known.all,
      ...(options.work !== undefined && { work: options.work }),
      onFailure: warnAtIntervals(logger, (times) => `the queue of runs failed ${plural(times, "time")}`),
    },
    logger,
    onHandlerNote: (line) => onHandlerNote(clean(line)),
    onChange: changes.notify,
  });
  undo.defer(() => routing.close());
  const tunnel = options.tunnel
    ? makeRunningTunnel({
        settings: options.tunnel,
        logger,
        onChange() {
          changes.notify();
          // Only an open tunnel has a URL.
          routing.dropForwardTo(ownUrls());
        },
      })
    : noTunnel(publicUrl);
  undo.defer(() => tunnel.close());
  const reachedAt = (): string | null => tunnel.publicUrl() ?? publicUrl;

  const { listening: receiver, missedPort } = await listenOnFreePort(
    { dataDir, role: "receiver", given: options.port, anyPort: options.anyPort, logger },
    (port) =>
      startReceiver({
        log,
        port,
        routes: routing.specs(),
        secret: ofReceiver,
        known,
        unreadable: routing.unreadableForwards,
        acceptQuerySecret: options.acceptQuerySecret ?? false,
        ...(options.repeats !== undefined && { repeats: options.repeats }),
        publicUrl: reachedAt,
        open,
        metrics: {
          access: metricsAccess,
          async read() {
            const { contentType, text } = await meter();
            return { contentType, text: await text(gaugesOf(log, routing, version, positions.latest().seq)) };
          },
        },
        ...(host !== undefined && { host }),
        ...(landing !== undefined && { landing }),
        onLogFailure: warnAtIntervals(
          logger,
          (times) => `${plural(times, "delivery", "deliveries")} could not be logged`,
        ),
        trustsProxy: (address) =>
          trustedProxies.has(address) || (isLoopback(address) && tunnel.publicUrl() !== null),
        ...options.limits,
      }),
  );
  const { url } = receiver;
  const wantedBytes = withDefaultLimits(options.limits ?? {}).maxBodyBytes;
  if (receiver.limits.maxBodyBytes < wantedBytes) {
    logger.warn(
      `bodies larger than ${byteSize(receiver.limits.maxBodyBytes)} get 413, not those larger than ${byteSize(wantedBytes)}: the store takes no larger messages. Raise max_payload of its servers`,
    );
  }
  let control: ControlServer | null = null;
  // Closed together: the control server waits for replays, which only the receiver can cut off, and for an
  // opening tunnel.
  undo.defer(async () => {
    if (tunnel.publicUrl() === null) void tunnel.close();
    const received = receiver.close(graceMs);
    await Promise.all([received, routing.endRuns(graceMs, received), control?.close()]);
  });
  routing.drive(receiver);

  const ownUrls = (): readonly string[] => [url, publicUrl, tunnel.publicUrl()].filter((own) => own !== null);
  const setForward = (target: string | null): void => routing.setForward(target, ownUrls());
  const waiting = routing.forwardsWaiting();
  for (const { target } of forwardRules) refuseOwnAddress(target, ownUrls());
  if (forward !== null) setForward(forward);
  else if (waiting > 0 && !log.forwards.isShared) {
    logger.warn(
      `${plural(waiting, "delivery waits", "deliveries wait")} to be forwarded, and there is no target. Set one with --forward`,
    );
  }

  const { pid } = process;
  const socket = controlSocketPath(dataDir);
  const startedAt = new Date().toISOString();
  const role: RunningRole = {
    role: "receiver",
    pid,
    version,
    url,
    missedPort,
    socket,
    token: null,
    startedAt,
  };
  const retention = options.retention ?? defaultRetention;
  const parts: ReceiverParts = {
    store,
    log,
    role,
    receiver,
    reachedAt,
    routing,
    tunnel,
    positions,
    retention,
    open,
  };
  async function setUp(setup: ReceiverSetup): Promise<void> {
    const secrets = secretsOf(setup.secret);
    refuseUnsendable(secrets, "the webhook secret");
    const isPublic = reachedAt() !== null || !isLoopback(host ?? "127.0.0.1");
    if (secrets.length === 0 && isPublic && !open) {
      throw new OpenReceiverError({
        what: "the receiver keeps its secret",
        why: "other machines can reach it, and everyone could send to it",
        hint: "Close the tunnel before, or accept every delivery with the setting receiver.open",
      });
    }
    known.add(secrets);
    warnOfShortSecrets(secrets, logger);
    options.onSetUp?.(setup);
    const { routes, handlersDir, forward: target } = setup;
    await routing.setUp({ named: routes.map(toRouteSpec), handlersDir, forward: target }, ownUrls());
    receiver.setSecret(secrets);
    changes.notify();
  }
  control = await serveControl(socket, {
    state: () => stateOf(parts, clean),
    replay: receiver.replay,
    replayOpen: receiver.replayOpen,
    prune: (policy, how) => log.prune(policy, how),
    async import(file, signal) {
      const imported = await importFile(log, file, { signal });
      changes.notify();
      return imported;
    },
    openTunnel: (choice) => openTunnel(parts, choice),
    closeTunnel: () => tunnel.close(),
    setUp,
    setForward,
    holdForward: routing.queue.hold,
    retryForwards: routing.queue.retry,
    dropForwards: routing.queue.drop,
    acceptsSecret: ({ route, secret, inQuery }) => receiver.accepts(route, secret, inQuery),
    updates: updateSource(positions, changes),
  });
  await log.announce({ url: reachedAt() ?? url, version });
  held.announce(role);
  warnOfShortSecrets([...ofReceiver, ...Object.values(ofRoutes).flat()], logger);
  const started = undo.move();
  return { running: runningReceiver(parts), failed, close: () => started.disposeAsync() };
}

/** Parts of a running receiver. */
interface ReceiverParts {
  readonly store: Store;
  readonly log: DeliveryLog;
  readonly role: RunningRole;
  readonly receiver: Receiver;
  readonly reachedAt: () => string | null;
  readonly routing: Routing;
  readonly tunnel: RunningTunnel;
  readonly positions: Positions;
  readonly retention: Retention;
  readonly open: boolean;
}

/**
 * Opens the tunnel.
 * @throws {OpenReceiverError} a route has no secret, and `open` is not set
 * @throws {UsageError} `choice` is not a tunnel, or tunnels are not available
 */
async function openTunnel(
  { role, receiver, tunnel, open }: ReceiverParts,
  choice?: string,
): Promise<TunnelState> {
  if (receiver.isOpen() && !open && tunnel.state() !== null) {
    throw new OpenReceiverError({
      what: "no tunnel is opened to a receiver without a secret",
      why: "everyone could send to it",
      hint: "Set one with --secret or WEBHOOK_SECRET, or accept every delivery with --open or the setting receiver.open",
    });
  }
  return tunnel.open(role.url, choice);
}

function gaugesOf(log: DeliveryLog, routing: Routing, version: string, lastSeq: number): ReceiverGauges {
  const forward = routing.forward();
  const health = forward?.health.kind ?? "unknown";
  return {
    version,
    sending: forward?.sending ?? 0,
    queued: forward?.queued ?? 0,
    waiting: forward?.waiting ?? routing.forwardsWaiting(),
    targetUp: health === "unknown" ? null : health === "up",
    storing: log.storing().ok,
    store: log.status(),
    ...log.space(),
    lastSeq,
  };
}

function stateOf(parts: ReceiverParts, clean: (text: string) => string): ReceiverState {
  const { receiver, routing, retention, open } = parts;
  const { pid, version, url, missedPort, startedAt } = parts.role;
  return {
    pid,
    id: receiver.id,
    version,
    url,
    missedPort,
    publicUrl: parts.reachedAt(),
    tunnel: parts.tunnel.state(),
    forward: routing.forward(),
    forwardRules: routing.forwardRules(),
    forwardsHeld: routing.queue.isHeld(),
    forwardsWaiting: routing.forwardsWaiting(),
    forwardsUnreadable: routing.unreadableForwards(),
    routes: receiver.routes(),
    handlers: routing.handlers().map((each) => ({ ...each, error: each.error && clean(each.error) })),
    handlersDir: routing.handlersDir(),
    secretSet: !receiver.isOpen(),
    retention,
    open,
    limits: receiver.limits,
    startedAt,
    storing: storingOf(parts.log),
    store: parts.log.status(),
    setAside: parts.store.listSetAside().map(({ name }) => name),
    position: parts.positions.latest(),
  };
}

function storingOf(log: DeliveryLog): ReceiverState["storing"] {
  const storing = log.storing();
  return storing.ok ? storing : { ok: false, reason: storing.reason };
}

function runningReceiver(parts: ReceiverParts): RunningReceiver {
  const { log, role, receiver, reachedAt, routing } = parts;
  return {
    ...role,
    get routes() {
      return receiver.routes();
    },
    get programs() {
      return new Map(routing.specs().flatMap(({ name, program }) => (program ? [[name, program]] : [])));
    },
    get isOpen() {
      return receiver.isOpen();
    },
    get publicUrl() {
      return reachedAt();
    },
    get waiting() {
      return log.forwards.isShared ? 0 : routing.forwardsWaiting();
    },
    setRoutes: (changed) => routing.setNamed(changed.map(toRouteSpec)),
    openTunnel: () => openTunnel(parts),
  };
}

const warningIntervalMs = 10_000;

/**
 * Returns a function that logs failures with their number, at most every 10 s, because a full disk fails
 * thousands of deliveries a second.
 * @param what returns the statement about a number of failures
 */
export function warnAtIntervals(logger: Logger, what: (times: number) => string): (error: unknown) => void {
  let warnedAtMs = -Infinity;
  let failures = 0;
  return (error) => {
    failures += 1;
    const nowMs = performance.now();
    if (nowMs - warnedAtMs < warningIntervalMs) return;
    const reason = errorText(error);
    logger.warn(`${what(failures)}: ${reason}`);
    warnedAtMs = nowMs;
    failures = 0;
  };
}
