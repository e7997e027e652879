import { constants } from "node:os";
import process from "node:process";
import { type IPty, spawn } from "@lydell/node-pty";
import { createChildEnvironment } from "./child-environment.ts";
import { emulatedScreen } from "./emulated-screen.ts";
import { createEmulator } from "./emulator.ts";
import { endProcessesIn } from "./left-behind.ts";
import type { Ending, ProcessScreen, ScreenOptions } from "./screen.ts";
import { createTyping } from "./typing.ts";

/** Starts a program on a screen, which the caller closes. `openScreen` closes it after the test. */
export async function startScreen(
  command: readonly string[],
  options: ScreenOptions = {},
): Promise<ProcessScreen> {
  const { columns = 80, rows = 24, cwd = process.cwd(), timeoutMs } = options;
  const { shownRows = rows } = options;
  const environment = await createChildEnvironment(options.env);
  const [program = "", ...args] = command;
  const pty = spawn(program === "node" ? process.execPath : program, args, {
    cols: columns,
    rows,
    cwd,
    env: environment.env,
    name: environment.env["TERM"] ?? "dumb",
  });

  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  let isRunning = true;
  pty.onExit(({ exitCode, signal }) => {
    isRunning = false;
    end(endingOf(exitCode, signal));
  });
  const screen = emulatedScreen(createEmulator(columns, shownRows, options.background), {
    write: createTyping((bytes) => pty.write(bytes)),
    reply: (bytes) => pty.write(bytes),
    resize: (newColumns, newRows) => pty.resize(newColumns, newRows),
    ended,
    home: environment.home,
    async close() {
      if (isRunning) killGroup(pty.pid);
      await screen.exit;
      await endProcessesIn(environment.home);
      await environment.remove();
    },
    timeoutMs,
  });
  pty.onData(screen.output);
  return Object.assign(screen, {
    pid: pty.pid,
    signal: (name: NodeJS.Signals) => void process.kill(pty.pid, name),
    hangUp() {
      if (canBeClosed(pty)) pty.destroy();
    },
  });
}

/** Missing in the types, and the only way to take the terminal away and not just send a signal. */
function canBeClosed(pty: IPty): pty is IPty & { destroy(): void } {
  return "destroy" in pty;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

function endingOf(code: number, signal: number | undefined): Ending {
  if (!signal) return { code, signal: null };
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  return { code: null, signal: name ?? String(signal) };
}
