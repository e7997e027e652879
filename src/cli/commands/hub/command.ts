import { Command } from "commander";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens hub` and `hooklens hub env`. */
export function defineHub(start: Start): Command {
  const hub = runs(
    new Command("hub")
      .description(
        "Run the local hub: a service on this machine with the Hub's API for webhooks, repos, discussions and Jobs",
      )
      .summary("Run the local hub")
      .option(
        "--host <host>",
        "address to listen on (default 127.0.0.1; one that is not loopback requires a token of at least 16 characters)",
      )
      .option(
        "--port <port>",
        "port; 0 lets the system pick (default: the last one used, 7870, or the next free one)",
      )
      .option(
        "--token <token>",
        "token that the hub accepts: the text, or @FILE (env HOOKLENS_HUB_TOKEN, not HF_TOKEN; default: created once and kept)",
      )
      .option(
        "--public",
        "accept any host name, as behind a proxy; run no Jobs, and send nothing to private networks",
      )
      .option(
        "--jobs",
        "run Jobs even if --host is not loopback: everyone with the token can then run programs on this machine",
      )
      .addHelpText(
        "after",
        `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT

Examples:
  hooklens hub
  eval "$(hooklens hub env)"        point the Hub's own tools at it`,
      ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./hub.ts")).runHub(invocation, command.opts()),
    { except: ["--token"] },
  );
  hub.addCommand(
    runs(
      new Command("env")
        .description("Print `export HF_ENDPOINT=… HF_TOKEN=…` for the running local hub, or for the next one")
        .summary("Print the variables that point the Hub's tools at the local hub"),
      start,
      standardFormats,
      async (invocation) => (await import("./hub.ts")).printHubEnvironment(invocation),
      { except: ["--token"] },
    ),
  );
  return hub;
}
