import { version } from "../../../engine/version.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readPort } from "../../command-line/number-argument.ts";
import { secretFromArgument } from "../../command-line/secret-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";

/** Runs until a signal stops it. */
export const hub = command("hub", {
  description:
    "Run the local hub: a service on this machine with the Hub's API for webhooks, repos, discussions and Jobs",
  options: {
    "--host <host>":
      "address to listen on (default 127.0.0.1; one that is not loopback requires a token of at least 16 characters)",
    "--port <port>": "port; 0 lets the system pick (default: the last one used, 7870, or the next free one)",
    "--token <token>":
      "token that the hub accepts: the text, or @FILE (env HOOKLENS_HUB_TOKEN, not HF_TOKEN; default: created once and kept)",
    "--public": "accept any host name, as behind a proxy; run no Jobs, and send nothing to private networks",
    "--jobs":
      "run Jobs even if --host is not loopback: everyone with the token can then run programs on this machine",
  },
  help: `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT

Examples:
  hooklens hub
  eval "$(hooklens hub env)"        point the Hub's own tools at it`,
  except: ["--token"],
  async run({ settings, output, nextStopSignal }, options) {
    const dataDir = settings.dataDir.value;
    const token = options.token === undefined ? settings.hub.token.value : secretFromArgument(options.token);
    const stopped = nextStopSignal();
    // Loaded now: the help does not need it.
    const [{ startEngine }, { serveUntilStopped }] = await Promise.all([
      import("../../../engine/start-engine.ts"),
      import("../serve-until-stopped.ts"),
    ]);
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
    const { hub: running } = engine;
    if (running === null) throw new Error("the engine started without the requested role");
    if (token === null) {
      const { readOrMakeToken } = await import("../../../localhub/token.ts");
      output.note(v`The token this hub accepts is in ${readOrMakeToken(dataDir).file}`);
    }
    output.note(
      v`Point the Hub's own tools at it: eval "$(hooklens hub env --data-dir ${shellWord(dataDir)})"`,
    );
    return serveUntilStopped(engine, running.url, stopped, output);
  },
});

export const env = command("hub env", {
  description: "Print `export HF_ENDPOINT=… HF_TOKEN=…` for the running local hub, or for the next one",
  except: ["--token"],
  async run({ settings, print }) {
    const [{ findRole }, { defaultPorts, readLastPort }] = await Promise.all([
      import("../../../engine/roles/find-role.ts"),
      import("../../../engine/free-port.ts"),
    ]);
    const dataDir = settings.dataDir.value;
    const running = await findRole(storeLocation(settings), "hub", version);
    const endpoint =
      running?.url ??
      httpUrl(
        settings.hub.host.value,
        settings.hub.port.value || (readLastPort(dataDir, "hub") ?? defaultPorts.hub),
      );
    const token = running?.token ?? settings.hub.token.value ?? (await keptToken(dataDir));
    await print({
      table: () => [v`export HF_ENDPOINT=${shellWord(endpoint)} HF_TOKEN=${shellWord(token)}`],
      json: () => ({ HF_ENDPOINT: endpoint, HF_TOKEN: token, running: running !== null }),
      quiet: () => [endpoint],
    });
  },
});

/** Returns the token in the data directory, which its next hub accepts. Creates one if there is none. */
async function keptToken(dataDir: string): Promise<string> {
  const [{ makeDataDir }, { readOrMakeToken }] = await Promise.all([
    import("../../../store/data-dir.ts"),
    import("../../../localhub/token.ts"),
  ]);
  makeDataDir(dataDir);
  return readOrMakeToken(dataDir).token;
}

function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
