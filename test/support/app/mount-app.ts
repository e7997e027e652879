import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { PassThrough, Writable } from "node:stream";
import type { Start, Startup } from "../../../src/cli/command-line/command.ts";
import { parseCommandLine } from "../../../src/cli/command-line/program.ts";
import { appOptions } from "../../../src/cli/commands/open.ts";
import { createOutput } from "../../../src/cli/output/output.ts";
import { loadSettings } from "../../../src/cli/settings/load-settings.ts";
import { resolveSettings } from "../../../src/cli/settings/settings.ts";
import { openApp } from "../../../src/screens/start.ts";
import type { Host } from "../../../src/tui/open.tsx";
import { compileCache } from "../compile-cache.ts";
import { createChildEnvironment } from "../screen/child-environment.ts";
import { emulatedScreen } from "../screen/emulated-screen.ts";
import { createEmulator } from "../screen/emulator.ts";
import type { Ending, Screen } from "../screen/screen.ts";
import { createTyping } from "../screen/typing.ts";
import { onRelease } from "../shared.ts";
import { connectedApp, type OpenApp, type OpenAppOptions, program } from "./open-app.ts";

/** Mounts the app, and waits until its header shows the account and the receiver. */
export async function mountApp(options: OpenAppOptions = {}): Promise<OpenApp> {
  return connectedApp(await mountScreen(options), options);
}

/**
 * Opens the app in this process for the current test, on an emulated screen without a pseudo-terminal, without waiting
 * for a connection. For stories about what the app shows and does; those about processes, signals and terminals start
 * the built program with `startApp`.
 */
export async function mountScreen(options: OpenAppOptions = {}): Promise<Screen> {
  replaceEnvironment(ownEnvironment);
  const { home, env, remove } = await createChildEnvironment({
    NODE_COMPILE_CACHE: compileCache,
    ...options.env,
  });
  onRelease(remove);
  onRelease(replaceEnvironment(env));
  if (options.cwd !== undefined) {
    const before = process.cwd();
    process.chdir(options.cwd);
    onRelease(() => process.chdir(before));
  }
  const app = await appOptions(await startupOf(options.args ?? []));
  const engine = { execPath: process.execPath, args: [program] };
  const screen = openOnScreen(home, options, (host) => openApp({ ...app, program: engine }, host));
  onRelease(() => screen.close());
  return screen;
}

/** Opens an app on an emulated screen. */
function openOnScreen(
  home: string,
  { columns = 80, rows = 24, shownRows = rows, background, timeoutMs }: OpenAppOptions,
  open: (host: Host) => Promise<() => void>,
): Screen {
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  const fd = openSync(devNull, "w");
  let quit: (code: number) => Promise<never>;
  let isEnding = false;
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    unref: () => stdin,
  });
  const stdout = Object.assign(
    new Writable({
      decodeStrings: false,
      write(text: string | Uint8Array, _encoding, done) {
        // As a terminal does in raw mode.
        screen.output(text.toString().replaceAll("\n", "\r\n"));
        done();
      },
    }),
    { isTTY: true, columns, rows, fd },
  );
  const screen = emulatedScreen(createEmulator(columns, shownRows, background), {
    home,
    write: createTyping((bytes) => stdin.write(bytes)),
    reply: (bytes) => stdin.write(bytes),
    resize(newColumns, newRows) {
      Object.assign(stdout, { columns: newColumns, rows: newRows });
      stdout.emit("resize");
    },
    ended,
    async close() {
      if (!isEnding) void quit(0);
      await ended;
    },
    timeoutMs,
  });
  const opened = open({
    // The app uses no more of these streams than they have.
    stdin: stdin as unknown as Host["stdin"],
    stdout: stdout as unknown as Host["stdout"],
    guard({ giveBack, shutdown, describe }) {
      quit = async (code) => {
        isEnding = true;
        giveBack();
        (await opened)();
        const line = (await shutdown?.()) ?? null;
        if (line !== null) screen.output(`${line}\r\n`);
        closeSync(fd);
        end({ code, signal: null });
        return new Promise<never>(() => {});
      };
      return {
        exit: quit,
        fail(error) {
          screen.output(describe(error).line);
          return quit(describe(error).exitCode);
        },
      };
    },
  });
  opened.catch((error: unknown) => {
    isEnding = true;
    screen.output(String(error));
    end({ code: 1, signal: null });
  });
  return screen;
}

/** Resolves the arguments and the environment of this process as the command line does. */
async function startupOf(args: readonly string[]): Promise<Startup> {
  const { promise, resolve } = Promise.withResolvers<Startup>();
  const start: Start = async (flags, _open, { values = {} } = {}) => {
    const { settings, configError } = await loadSettings(values, flags.profile ?? null, process.env);
    if (configError !== null) throw configError;
    resolve({
      streams: process,
      nextStopSignal: () => new Promise(() => {}),
      settings,
      configError,
      flags,
      output: createOutput(process, { noColor: true, showSecret: false, errorsOnly: false }),
      resolve: (config) =>
        resolveSettings({ flags: values, env: process.env, profile: settings.profile, config }),
    });
  };
  await parseCommandLine(args, start, process);
  return promise;
}

/** Environment of the test runner, which every test gets back, also if the test before has not finished. */
const ownEnvironment = { ...process.env };

/** Replaces the variables of this process, except those of the test runner. Returns the function that restores them. */
function replaceEnvironment(env: NodeJS.ProcessEnv): () => void {
  for (const name of Object.keys(process.env)) {
    if (!/^(?:VITEST|NODE|TEST)/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, env);
  return () => void replaceEnvironment(ownEnvironment);
}
