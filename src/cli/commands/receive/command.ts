import { Command } from "commander";
import { limitNames, limitTable, defaultLimitText } from "../../../receiver/limits.ts";
import { tunnelFormsOrNone } from "../../../receiver/tunnel/providers.ts";
import { sinceHelp } from "../../command-line/app-options.ts";
import { repeated, runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";
import { createForwardFlags } from "./forward-flags.ts";

/** Defines `hooklens receive`. */
export function defineReceive(start: Start): Command {
  const forwards = createForwardFlags();
  return runs(
    addLimitOptions(
      new Command("receive")
        .description("Receive deliveries; each is stored on disk before its response is sent")
        .summary("Receive deliveries")
        .option("--host <host>", "address to listen on (default 127.0.0.1)")
        .option(
          "--port <port>",
          "port; 0 lets the system pick (default: the last one used, 7860, or the next free one)",
        )
        .option(
          "--secret <secret>",
          "secret that senders must send: the text, or @FILE (env WEBHOOK_SECRET; repeatable: each is accepted, replays use the first)",
          repeated,
        )
        .option(
          "--route <name>",
          "add the route /webhooks/NAME (repeatable; default inbox, or none with --handlers)",
          repeated,
        )
        .option(
          "--route-secret <name=secret>",
          "secret of the route NAME: the text, or @FILE (repeatable; env WEBHOOK_SECRET_NAME)",
          repeated,
        )
        .option(
          "--handlers <dir>",
          "directory of handlers: train.ts handles /webhooks/train and is reloaded when it is saved",
        )
        .option(
          "--forward <url>",
          "forward deliveries of routes without a handler: a URL, localhost:3000/hook or :3000 (repeatable with --where)",
          forwards.forward,
        )
        .option(
          "--where <filter>",
          "only matching deliveries go to the --forward before it; the first match counts",
          forwards.where,
        )
        .option(
          "--no-work",
          "send nothing from the queue of forwards, which other receivers of a shared store do",
        )
        .option("--since <age>", sinceHelp)
        .option("--tunnel <tunnel>", `open a tunnel from the internet: ${tunnelFormsOrNone} (default none)`)
        .option(
          "--accept-query-secret",
          "also accept the secret as ?secret= of the URL, from senders that can set no header",
        )
        .option("--open", "without a secret: accept deliveries from everyone, including other machines")
        .option(
          "--metrics-token <token>",
          "token for GET /metrics: the text, or @FILE (env HOOKLENS_METRICS_TOKEN; default: only direct requests of this machine)",
        )
        .option("--domain <name>", "public name of the tunnel")
        .option("--traffic-policy <file>", "file with a traffic policy for ngrok, YAML or JSON"),
    ).addHelpText(
      "after",
      `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT

With a tunnel, prints it when the tunnel is open, and exits with code 1 if the tunnel does not
open. A tunnel that is lost later is reopened. In a Space of the Hub, listens on 0.0.0.0:7860
and needs no tunnel.

If stderr is a terminal, prints a line there for each delivery, at most 20 per second.

Examples:
  hooklens receive
  hooklens receive --secret @secret.txt --route train --route labels --port 8080
  hooklens receive --secret @new.txt --secret @old.txt
  hooklens receive --handlers ./handlers --route-secret train=@train.txt
  hooklens receive --secret @secret.txt --forward localhost:3000/hook --tunnel ngrok
  hooklens receive --forward :3000 --forward :3001 --where 'scope:discussion*'`,
    ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./receive.ts")).receive(invocation, command.opts()),
  );
}

function addLimitOptions(command: Command): Command {
  for (const name of limitNames) {
    const { flag, unit, help } = limitTable[name];
    const argument = { count: "n", size: "size", seconds: "seconds" }[unit];
    command.option(`${flag} <${argument}>`, `${help} (default ${defaultLimitText(name)})`);
  }
  return command;
}
