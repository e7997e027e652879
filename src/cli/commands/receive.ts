import { retentionOf } from "../../engine/roles/retention.ts";
import { startEngine } from "../../engine/start-engine.ts";
import { version } from "../../engine/version.ts";
import { routePath } from "../../receiver/routes.ts";
import { v } from "../../text/visible.ts";
import { readPort } from "../number-argument.ts";
import type { Invocation } from "../program/launch.ts";
import { secretFromArgument } from "../secret-argument.ts";
import { nextStopSignal } from "../signals.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";

/** The options of `receive`, as typed. */
export interface ReceiveOptions {
  readonly host?: string;
  readonly port?: string;
  readonly secret?: string;
  readonly route?: readonly string[];
}

/** `receive`: resolves with the exit code once it was told to stop. */
export async function receive({ settings, output }: Invocation, options: ReceiveOptions): Promise<number> {
  const secret =
    options.secret === undefined ? settings.receiver.secret.value : secretFromArgument(options.secret);
  const stopped = nextStopSignal();
  const engine = await startEngine({
    dataDir: settings.dataDir.value,
    version,
    roles: {
      receiver: {
        host: options.host ?? settings.receiver.host.value,
        port: options.port === undefined ? settings.receiver.port.value : readPort(options.port),
        secret,
        routes: options.route ?? ["inbox"],
        retention: retentionOf(settings.deliveries.keepDays.value, settings.deliveries.keepBytes.value),
      },
    },
    onNote: (line) => output.note(v`${line}`),
  });
  const { receiver } = engine;
  if (receiver === null) throw new Error("the engine started without the role that was asked for");
  for (const route of receiver.routes) output.note(v`POST ${receiver.url}${routePath(route)}`);
  if (secret === null) {
    output.note(
      v`warning: there is no secret, so the endpoints are open to everyone who can reach them. Set one with --secret or WEBHOOK_SECRET.`,
    );
  }
  return serveUntilStopped(engine, receiver.url, stopped, output);
}
