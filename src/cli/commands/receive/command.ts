import { Command } from "commander";
import { limitNames, limitTable, usualLimitText } from "../../../receiver/limits.ts";
import { tunnelFormsOrNone } from "../../../receiver/tunnel/providers.ts";
import { type Launch, addGlobalOptions, repeated } from "../../command-line/command.ts";

/** `hooklens receive` */
export function defineReceive(launch: Launch): Command {
  return addGlobalOptions(
    addLimitOptions(
      new Command("receive")
        .description("Receive deliveries: each is on disk before it is answered.")
        .summary("receive deliveries")
        .option("--host <host>", "the address to listen on (default 127.0.0.1)")
        .option(
          "--port <port>",
          "the port; 0: the system picks (default that of the last time, 7860, or the next free one)",
        )
        .option(
          "--secret <secret>",
          "what senders must show: the text, or @FILE (env WEBHOOK_SECRET); given twice both are accepted, and the first is the one put in on replay",
          repeated,
        )
        .option(
          "--route <name>",
          "a name under /webhooks/ (repeatable; default inbox, with --handlers none)",
          repeated,
        )
        .option(
          "--route-secret <name=secret>",
          "what senders must show on that route instead (repeatable; secret as above; env WEBHOOK_SECRET_NAME)",
          repeated,
        )
        .option(
          "--handlers <dir>",
          "a directory of handlers: train.ts gets what comes to /webhooks/train, and is reloaded when it is saved",
        )
        .option(
          "--forward <url>",
          "send on what comes to routes without a handler: a URL, localhost:3000/hook or :3000",
        )
        .option("--tunnel <tunnel>", `how the internet reaches it: ${tunnelFormsOrNone} (default none)`)
        .option(
          "--open",
          "without a secret: let everyone send who can reach it, also from beyond this machine",
        )
        .option("--domain <name>", "the public name of the tunnel")
        .option("--traffic-policy <file>", "a traffic policy for ngrok, YAML or JSON"),
    ),
  )
    .addHelpText(
      "after",
      `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT

With a tunnel, when that is open too; one that does not open ends it with 1.
One that is lost later is opened again. In a Space of the Hub it listens on
0.0.0.0:7860 and needs none.

Examples:
  hooklens receive
  hooklens receive --secret @secret.txt --route train --route labels --port 8080
  hooklens receive --secret @new.txt --secret @old.txt
  hooklens receive --handlers ./handlers --route-secret train=@train.txt
  hooklens receive --secret @secret.txt --forward localhost:3000/hook --tunnel ngrok`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./receive.ts")).receive(invocation, command.opts()),
      ),
    );
}

function addLimitOptions(command: Command): Command {
  for (const name of limitNames) {
    const { flag, unit, help } = limitTable[name];
    const argument = { count: "n", size: "size", seconds: "seconds" }[unit];
    command.option(`${flag} <${argument}>`, `${help} (default ${usualLimitText(name)})`);
  }
  return command;
}
