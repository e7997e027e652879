import { type Socket, connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../../model/clock.ts";
import { connectionReason } from "../../text/connection-reason.ts";
import type { TargetHealth } from "./forward-state.ts";

/** Delays before the next probe of a target that is up or down, in milliseconds. */
const probeEveryMs = 15_000;
const probeDownEveryMs = 5_000;
/** Limit for a probe, in milliseconds. */
const probeTimeoutMs = 4_000;

/** Watch of one target by probes and by the attempts sent to it. */
export interface HealthWatch {
  state(): TargetHealth;
  /** Records a response of the target. */
  responded(): void;
  /** Records a failed connection to the target. */
  unreachable(reason: string): void;
  close(): void;
}

/**
 * Starts to watch a target: probes it at once, then 15 s after the last result, or 5 s while it is down. A
 * probe sends no request, which would clutter the target's log.
 * @param onChange called after each change of the state
 */
export function watchHealth(target: string, clock: Clock, onChange: () => void): HealthWatch {
  let state: TargetHealth = { kind: "unknown", sinceMs: clock.nowMs() };
  let stop: () => void = () => {};
  let isClosed = false;

  /** Updates the state, schedules the next probe, and discards an older probe in progress. */
  function learn(reason: string | null): void {
    stop();
    stop = clock.after(reason === null ? probeEveryMs : probeDownEveryMs, start);
    const before = state;
    const kind = reason === null ? "up" : "down";
    const sinceMs = before.kind === kind ? before.sinceMs : clock.nowMs();
    state = reason === null ? { kind: "up", sinceMs } : { kind: "down", sinceMs, reason };
    const isNews = before.kind !== kind || (before.kind === "down" && before.reason !== reason);
    if (isNews) onChange();
  }

  function start(): void {
    const limit = new AbortController();
    let isOld = false;
    const cancel = clock.after(probeTimeoutMs, () =>
      limit.abort(`no connection within ${probeTimeoutMs / 1_000} s`),
    );
    stop = () => {
      isOld = true;
      cancel();
      limit.abort("over");
    };
    void probe(target, limit.signal).then((reason) => {
      if (!isOld) learn(reason);
    });
  }

  start();
  return {
    state: () => state,
    // Responses of an available target change nothing.
    responded: () => void (isClosed || state.kind === "up" || learn(null)),
    unreachable: (reason) => void (isClosed || learn(reason)),
    close() {
      isClosed = true;
      stop();
    },
  };
}

/**
 * Opens and closes a TCP connection, for https with a TLS handshake, without a request. Never rejects.
 * @param target an http or https URL
 * @param signal aborts the probe; its reason becomes the result
 * @returns null if the target is reachable, otherwise the reason it is not
 */
export function probe(target: string, signal: AbortSignal): Promise<string | null> {
  const { protocol, hostname, port } = new URL(target);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let socket: Socket;
  if (protocol === "https:") {
    // SNI does not allow IP addresses: RFC 6066, section 3.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const secure = connectTls({ host, port: Number(port || 443), ...name });
    secure.once("secureConnect", () => end(null));
    socket = secure;
  } else {
    socket = connect({ host, port: Number(port || 80) }, () => end(null));
  }
  socket.on("error", (error) => end(connectionReason(error) ?? error.message));
  socket.once("close", () => end("the connection was lost"));
  socket.unref();
  const stop = (): void => end(String(signal.reason));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();

  function end(reason: string | null): void {
    signal.removeEventListener("abort", stop);
    resolve(reason);
    // `destroySoon` sends close_notify after a TLS handshake, without waiting for the peer's.
    if (reason === null) socket.destroySoon();
    else socket.destroy();
  }
  return promise;
}
