import process from "node:process";
import { openLogFile } from "../../engine/log-file.ts";
import { isHooklensError } from "../../model/errors.ts";
import { bugFailure, knownFailure } from "../failure.ts";
import type { Invocation } from "../program/launch.ts";
import { chooseHub } from "../settings/hub-choice.ts";
import { leaveSignals } from "../signals.ts";
import { version } from "../version.ts";
import { TerminalMissingError } from "./terminal-missing-error.ts";

/** `hooklens`: the app. It ends the process by itself, so this never resolves once it is open. */
export async function open({ settings, flags }: Invocation): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new TerminalMissingError({
      what: "the app needs a terminal",
      why: process.stdout.isTTY ? "stdin is none" : "stdout is none",
      hint: "Run hooklens in a terminal, or use a command: hooklens deliveries tail, hooklens --help",
    });
  }
  const choice = chooseHub(settings, process.env);
  const log = openLogFile();
  const secret = settings.receiver.secret.value;
  if (secret !== null) log.redact(secret);
  if (choice.kind === "remote") log.redact(choice.token.value);
  const { openApp } = await import("../../tui/open.tsx");
  leaveSignals();
  for (const event of ["uncaughtException", "unhandledRejection"]) process.removeAllListeners(event);
  openApp({
    dataDir: settings.dataDir.value,
    version,
    remote:
      choice.kind === "remote"
        ? { endpoint: choice.endpoint.value, token: choice.token.value }
        : null,
    note: choice.kind === "local" ? `Working on the embedded local hub: ${choice.because}` : null,
    secret,
    noColor: settings.noColor.value,
    screenReader: flags.screenReader === true || process.env["INK_SCREEN_READER"] === "true",
    // The same program with the same flags of Node's, which starts itself again as the engine.
    program: { execPath: process.execPath, args: [...process.execArgv, process.argv[1] ?? ""] },
    describe: (error) => (isHooklensError(error) ? knownFailure(error) : bugFailure(error, log)),
    log: (text) => log.warn(text),
  });
  return new Promise(() => {});
}
