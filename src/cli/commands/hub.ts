import { startEngine } from "../../engine/start-engine.ts";
import { version } from "../../engine/version.ts";
import { readOrMakeToken } from "../../localhub/token.ts";
import { shellWord } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";
import { readPort } from "../number-argument.ts";
import type { Invocation } from "../program/launch.ts";
import { secretFromArgument } from "../secret-argument.ts";
import { nextStopSignal } from "../signals.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";

/** The options of `hub`, as typed. */
export interface HubOptions {
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  readonly public?: true;
  readonly jobs?: true;
}

/**
 * `hub`: resolves with the exit code once it was told to stop.
 * @throws {UsageError} the token's file cannot be read
 */
export async function runHub({ settings, output }: Invocation, options: HubOptions): Promise<number> {
  const dataDir = settings.dataDir.value;
  const token = options.token === undefined ? settings.hub.token.value : secretFromArgument(options.token);
  const stopped = nextStopSignal();
  const engine = await startEngine({
    dataDir,
    version,
    roles: {
      hub: {
        host: options.host ?? settings.hub.host.value,
        port: options.port === undefined ? settings.hub.port.value : readPort(options.port),
        token,
        ...(options.public === undefined ? {} : { public: options.public }),
        ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      },
    },
    onNote: (line) => output.note(v`${line}`),
  });
  const { hub } = engine;
  if (hub === null) throw new Error("the engine started without the role that was asked for");
  if (token === null) {
    output.note(v`The token this hub accepts is in ${readOrMakeToken(dataDir).file}`);
  }
  output.note(
    v`Point the Hub's own tools at it: eval "$(hooklens hub env --data-dir ${shellWord(dataDir)})"`,
  );
  return serveUntilStopped(engine, hub.url, stopped, output);
}
