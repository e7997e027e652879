import { Command } from "commander";
import { addGlobalOptions, type Launch } from "../../command-line/command.ts";

/** `hooklens hub` and `hooklens hub env` */
export function defineHub(launch: Launch): Command {
  const hub = addGlobalOptions(
    new Command("hub")
      .description("Run the local hub: a service on this machine that speaks the Hub's webhook API.")
      .summary("run the local hub")
      .option(
        "--host <host>",
        "the address to listen on (default 127.0.0.1; others need a token of 16 characters)",
      )
      .option(
        "--port <port>",
        "the port; 0: the system picks (default that of the last time, 7870, or the next free one)",
      )
      .option(
        "--token <token>",
        "the token it accepts: the text, or @FILE (env HOOKLENS_HUB_TOKEN); else one is made and kept (HF_TOKEN is not read)",
      )
      .option("--public", "reachable by others than you: no Jobs, and nothing is sent to private networks")
      .option(
        "--jobs",
        "run Jobs also where --host is not loopback: programs on this machine, for whoever has the token",
      ),
    ["--token"],
  )
    .addHelpText(
      "after",
      `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT
Where stderr is a terminal, a line there for each delivery, at most twenty a second.

Examples:
  hooklens hub
  eval "$(hooklens hub env)"        let the Hub's own tools talk to it`,
    )
    .action(
      launch(async (invocation, command) => (await import("./hub.ts")).runHub(invocation, command.opts())),
    );
  hub.addCommand(
    addGlobalOptions(
      new Command("env")
        .description("Print `export HF_ENDPOINT=… HF_TOKEN=…` for the running or the next local hub.")
        .summary("print the variables that point the Hub's tools at it"),
      ["--token"],
    ).action(launch(async (invocation) => (await import("./hub.ts")).printHubEnvironment(invocation))),
  );
  return hub;
}
