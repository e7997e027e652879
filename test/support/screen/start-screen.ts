import { constants } from "node:os";
import process from "node:process";
import { type IPty, spawn } from "@lydell/node-pty";
import { png, svg } from "../picture/picture.ts";
import { createChanges } from "./changes.ts";
import { createChildEnvironment } from "./child-environment.ts";
import { createEmulator } from "./emulator.ts";
import { bytesOf } from "./key-bytes.ts";
import { endProcessesIn } from "./left-behind.ts";
import type { Ending, Screen, ScreenOptions } from "./screen.ts";
import { createTyping } from "./typing.ts";

/** Starts a program on a screen, which the caller closes. `openScreen` closes it after the test. */
export async function startScreen(command: readonly string[], options: ScreenOptions = {}): Promise<Screen> {
  const { columns = 80, rows = 24, cwd = process.cwd(), timeoutMs: defaultTimeoutMs = 20_000 } = options;
  const { shownRows = rows } = options;
  const environment = await createChildEnvironment(options.env);
  const emulator = createEmulator(columns, shownRows, options.background);
  const [program = "", ...args] = command;
  const pty = spawn(program === "node" ? process.execPath : program, args, {
    cols: columns,
    rows,
    cwd,
    env: environment.env,
    name: environment.env["TERM"] ?? "dumb",
  });

  const transcript: string[] = [];
  let drawn = Promise.resolve();
  let ending: Ending | undefined;
  const changes = createChanges({
    picture: framed,
    ending: () => (ending ? wordsOf(ending) : undefined),
    isHalfDrawn: () => emulator.modes.synchronizedOutputMode,
  });

  pty.onData((output) => {
    const arrivedAtMs = performance.now();
    transcript.push(output);
    drawn = emulator.write(output).then(() => changes.happened(arrivedAtMs));
  });
  emulator.onReply((reply) => pty.write(reply));
  const exit = new Promise<Ending>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      void drawn.finally(() => {
        ending = endingOf(exitCode, signal);
        resolve(ending);
        changes.happened(performance.now());
      });
    });
  });

  function framed(): string {
    const bar = "─".repeat(emulator.columns);
    const { x, y } = emulator.cursor;
    return `┌${bar}┐\n${allLines()
      .map((line) => `│${line}`)
      .join("\n")}\n└${bar}┘ cursor ${x},${y}`;
  }

  const allLines = () => Array.from({ length: emulator.rows }, (_, y) => emulator.line(y));
  const write = createTyping(pty);

  const screen: Screen = {
    home: environment.home,
    pid: pty.pid,
    exit,
    async waitFor(what, timeoutMs = defaultTimeoutMs) {
      const isThere =
        typeof what === "string" ? () => screen.text().includes(what) : () => screen.row(what) >= 0;
      await changes.until(isThere, String(typeof what === "string" ? JSON.stringify(what) : what), timeoutMs);
    },
    async waitUntil(condition, timeoutMs = defaultTimeoutMs) {
      await changes.until(() => condition(screen), String(condition), timeoutMs);
    },
    press(...keys) {
      for (const key of keys) write(bytesOf(key, emulator.modes.applicationCursorKeysMode));
    },
    type: (text) => write(text.replaceAll(/\r?\n/gu, "\r")),
    paste(text) {
      const body = text.replaceAll(/\r?\n/gu, "\r");
      write(emulator.modes.bracketedPasteMode ? `\u001b[200~${body}\u001b[201~` : body);
    },
    click(x, y) {
      write(`\u001b[<0;${x + 1};${y + 1}M\u001b[<0;${x + 1};${y + 1}m`);
    },
    wheel: (direction, x, y) => write(`\u001b[<${direction === "up" ? 64 : 65};${x + 1};${y + 1}M`),
    send: write,
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    signal: (name) => void process.kill(pty.pid, name),
    hangUp() {
      if (canBeClosed(pty)) pty.destroy();
    },
    async timeTo(key, condition) {
      const pressedAtMs = performance.now();
      screen.press(key);
      return (
        (await changes.until(() => condition(screen), String(condition), defaultTimeoutMs)) - pressedAtMs
      );
    },
    text: () => allLines().join("\n").trimEnd(),
    line: (y) => emulator.line(y),
    row: (pattern) => allLines().findIndex((line) => pattern.test(line)),
    cell: (x, y) => emulator.cell(x, y),
    get columns() {
      return emulator.columns;
    },
    get rows() {
      return emulator.rows;
    },
    get cursor() {
      return emulator.cursor;
    },
    get alternate() {
      return emulator.alternate;
    },
    get copied() {
      return emulator.copied;
    },
    get modes() {
      return emulator.modes;
    },
    get raw() {
      return transcript.join("");
    },
    svg: () => svg(emulator),
    png: (path) => png(emulator, path),
    async close() {
      if (!ending) killGroup(pty.pid);
      await exit;
      await endProcessesIn(environment.home);
      await environment.remove();
    },
    [Symbol.asyncDispose]: () => screen.close(),
  };
  return screen;
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

function wordsOf(ending: Ending): string {
  return ending.signal ?? `code ${ending.code}`;
}
