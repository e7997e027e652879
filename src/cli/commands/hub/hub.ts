import { readLastPort, defaultPorts } from "../../../engine/free-port.ts";
import { findRole } from "../../../engine/roles/find-role.ts";
import { startEngine } from "../../../engine/start-engine.ts";
import { version } from "../../../engine/version.ts";
import { readOrMakeToken } from "../../../localhub/token.ts";
import { makeDataDir } from "../../../store/data-dir.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readPort } from "../../command-line/number-argument.ts";
import { secretFromArgument } from "../../command-line/secret-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";

/** Options of `hub`, as typed. */
interface HubOptions {
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  readonly public?: true;
  readonly jobs?: true;
}

/**
 * Runs `hub` until a signal stops it. Resolves to the exit code.
 * @throws {UsageError} an option that cannot be used
 */
export async function runHub(
  { settings, output, nextStopSignal }: Invocation,
  options: HubOptions,
): Promise<number> {
  const dataDir = settings.dataDir.value;
  const token = options.token === undefined ? settings.hub.token.value : secretFromArgument(options.token);
  const stopped = nextStopSignal();
  const engine = await startEngine({
    ...storeLocation(settings),
    version,
    roles: {
      hub: {
        host: options.host ?? settings.hub.host.value,
        port: options.port === undefined ? settings.hub.port.value : readPort(options.port),
        anyPort: output.isWatched,
        token,
        ...(options.public === undefined ? {} : { public: options.public }),
        ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      },
    },
    logger: output.logger,
  });
  const { hub } = engine;
  if (hub === null) throw new Error("the engine started without the requested role");
  if (token === null) {
    output.note(v`The token this hub accepts is in ${readOrMakeToken(dataDir).file}`);
  }
  output.note(
    v`Point the Hub's own tools at it: eval "$(hooklens hub env --data-dir ${shellWord(dataDir)})"`,
  );
  return serveUntilStopped(engine, hub.url, stopped, output);
}

/** Runs `hub env`. */
export async function printHubEnvironment({ settings, print }: Invocation): Promise<void> {
  const dataDir = settings.dataDir.value;
  const running = await findRole(storeLocation(settings), "hub", version);
  const endpoint =
    running?.url ??
    httpUrl(
      settings.hub.host.value,
      settings.hub.port.value || (readLastPort(dataDir, "hub") ?? defaultPorts.hub),
    );
  const token = running?.token ?? settings.hub.token.value ?? keptToken(dataDir);
  await print({
    table: () => [v`export HF_ENDPOINT=${shellWord(endpoint)} HF_TOKEN=${shellWord(token)}`],
    json: () => ({ HF_ENDPOINT: endpoint, HF_TOKEN: token, running: running !== null }),
    quiet: () => [endpoint],
  });
}

/** Returns the token in the data directory, which its next hub accepts. Creates one if there is none. */
function keptToken(dataDir: string): string {
  makeDataDir(dataDir);
  return readOrMakeToken(dataDir).token;
}

function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
