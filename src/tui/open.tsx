import process from "node:process";
import type { ReadStream, WriteStream } from "node:tty";
import { render } from "ink";
import type { InterfaceSettings } from "../model/interface-settings.ts";
import { backgroundOfVariable, type Background } from "../terminal/background.ts";
import { clipboardSequence } from "../terminal/clipboard.ts";
import { editFile, editText } from "../terminal/editor.ts";
import { type ExitGuard, type ExitGuardOptions, installExitGuard } from "../terminal/exit-guard.ts";
import { createInput } from "../terminal/input.ts";
import type { InputEvent } from "../terminal/keys.ts";
import { createModes } from "../terminal/modes.ts";
import { bellSequence, desktopSequence } from "../terminal/notification.ts";
import { createLending } from "../terminal/suspend.ts";
import type { Visible } from "../text/visible.ts";
import { resize } from "./app.ts";
import { AppView } from "./App.tsx";
import { ThemeContext } from "./components/text.tsx";
import { handleInput } from "./input.ts";
import { linearColumns } from "./linear/linear-page.ts";
import { speak, type View } from "./linear/speak.ts";
import { queryBackground } from "./query-background.ts";
import type { App, EditedFile, TerminalActions } from "./records/command.ts";
import type { Registry } from "./records/registry.ts";
import { expireToasts, showMessage } from "./state/messages.ts";
import { showScreen } from "./state/nav.ts";
import { setPreferences, zoneChosen } from "./state/preferences.ts";
import { createStore, type Store } from "./state/store.ts";
import { openTrace } from "./state/trace.ts";
import { setWindow } from "./state/window.ts";
import { chooseTheme, type Theme } from "./theme.ts";

export interface TerminalOptions {
  /** Initial message about the choice of this hub, or null. */
  readonly note: string | null;
  readonly noColor: boolean;
  readonly interface: InterfaceSettings;
  /** True for lines of text instead of a layout, announced at most twice a second. */
  readonly screenReader: boolean;
  /** Formats a fatal error, and returns the exit code. */
  readonly describe: (error: unknown) => { readonly line: Visible; readonly exitCode: number };
  /** Receives writes to stderr while the app is open. */
  readonly log: (text: string) => void;
}

/** An app before its first frame. */
export interface Opening {
  /** Registry with the first screen. */
  readonly registry: Registry;
  /** Sets the state that the first frame shows. */
  prepare(store: Store): void;
  /** Loads the other screens and starts the app; called after the first frame. */
  start(store: Store, terminal: TerminalActions): Promise<RunningApp>;
}

/** A started app. */
export interface RunningApp {
  readonly app: App;
  /** Called before each read of keys is handled. */
  typed(): void;
  /** Stops the app and its connections. Returns a line to print on the normal screen; null for none. */
  close(): Promise<Visible | null>;
}

/** Terminal of an app, and the end of its process. */
export interface Host {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream & { readonly fd: number };
  /** Guards the exit of the process. */
  readonly guard: (options: ExitGuardOptions) => Pick<ExitGuard, "exit" | "fail">;
}

const thisProcess = (): Host => ({ stdin: process.stdin, stdout: process.stdout, guard: installExitGuard });

/**
 * Opens an app on a terminal, by default on that of this process, which exits with the app. Keys wait until the app has
 * started.
 * @returns a function that removes the listeners of the terminal and of signals
 */
export function openTerminal(
  options: TerminalOptions,
  { registry, prepare, start }: Opening,
  { stdin, stdout, guard: installGuard }: Host = thisProcess(),
): () => void {
  const isLinear = options.screenReader;
  const windowSize = () => ({ columns: isLinear ? linearColumns : stdout.columns, rows: stdout.rows });
  const tracePath = process.env["HOOKLENS_TRACE"] ?? "";
  const trace = tracePath === "" ? null : openTrace(tracePath);
  const store = createStore(registry.slices, trace === null ? {} : { onAction: trace.record });
  const { theme, columns, timeZone, confirm, notify } = options.interface;
  const mouse = options.interface.mouse && !isLinear;
  store.dispatch(setWindow({ size: windowSize(), nowMs: store.nowMs(), mouse, isLinear }));
  store.dispatch(setPreferences({ columns, confirm, notify }));
  store.dispatch(zoneChosen(timeZone));
  const [first] = registry.screens;
  if (first !== undefined) store.dispatch(showScreen(first.id));
  prepare(store);
  if (options.note !== null) showMessage(store, "ok", options.note, { durationMs: 6_000 });
  let running: RunningApp | null = null;
  const shown = {
    store,
    get registry() {
      return running?.app.registry ?? registry;
    },
  };

  const modes = createModes(stdin, stdout, { mouse, wrapsLines: isLinear });
  const restoreStderr = redirectStderr(options.log);
  const guard = installGuard({
    giveBack() {
      // The cursor is at the end of the last announced line.
      if (isLinear) stdout.write("\r\n");
      modes.leave();
      modes.silence();
      restoreStderr();
    },
    describe: options.describe,
    shutdown: async () => (await running?.close()) ?? null,
    isLent: () => lending.isLent,
  });
  /** Events before the app has started. */
  const early: InputEvent[] = [];
  function handle({ app, typed }: RunningApp, events: readonly InputEvent[]): void {
    typed();
    handleInput(app, events, () => lending.isAway);
  }
  const input = createInput(stdin, {
    onEvents(events) {
      background.read(events);
      if (running === null) early.push(...events);
      else handle(running, events);
    },
    onEnd: () => void guard.exit(129),
  });
  const background = queryBackground(
    (query) => stdout.write(query),
    (found) => view.setTheme(themeOn(found)),
  );
  const lending = createLending({ input, modes, handOver: (work) => view.lend(work) });

  const terminal: TerminalActions = {
    quit: (code) => void guard.exit(code),
    suspend() {
      void lending.suspend().then((done) => {
        if (!done)
          showMessage(store, "warn", "The app cannot be suspended: there is no parent shell to resume it.");
      });
    },
    // Suspending and resuming redraws every cell.
    redraw: () => lending.redraw(),
    copy(text, what) {
      const sequence = clipboardSequence(text, process.env);
      if (sequence === null) showMessage(store, "warn", "The text is too long for the terminal's clipboard.");
      else {
        stdout.write(sequence);
        showMessage(store, "ok", `Copied ${what === undefined ? text : `the ${what}`}`);
      }
    },
    notify(signal, text) {
      stdout.write(signal === "bell" ? bellSequence : desktopSequence(text, process.env));
    },
    mouse: modes.setMouse,
    async view(text, ending) {
      await lending.lend(async () => {
        const edited = await editText(text, ending, process.env);
        if (!edited.ok) showMessage(store, "error", `${edited.why}.`);
      });
    },
    async edit<F extends EditedFile>(find: () => F | Promise<F | null>) {
      let edited = null as F | null;
      // A message from before the edit would seem to be about the edit.
      store.dispatch(expireToasts(Number.POSITIVE_INFINITY));
      await lending.lendAfter(async () => {
        const file = await find();
        if (file === null) return null;
        const { path, line, before = "" } = file;
        return async () => {
          const why = await editFile(path, { line, before }, process.env);
          if (why === null) edited = file;
          else showMessage(store, "error", `${why}.`);
        };
      });
      return edited;
    },
  };
  const themeOn = (background: Background) => chooseTheme(theme, options.noColor, background);
  const initialTheme = themeOn(backgroundOfVariable(process.env["COLORFGBG"]) ?? "dark");
  const onError = (error: unknown) => void guard.fail(error);
  // Registered before Ink's listener, so that Ink draws the new size.
  stdout.on("resize", () => {
    resize(store, shown.registry, windowSize());
    view.resized();
  });
  modes.enter();
  const view = isLinear
    ? speak(shown, (lines) => stdout.write(lines.map((line) => `\r\n${line}`).join("")), onError)
    : draw(shown, initialTheme, stdout, onError);
  input.start();
  if (theme.base === "auto" && !options.noColor && !isLinear) background.ask();
  async function startApp(): Promise<void> {
    await view.shown;
    running = await start(store, terminal);
    if (early.length > 0) handle(running, early);
    store.dispatch(setPreferences({ namesZone: true }));
  }
  startApp().catch(onError);
  return () => {
    input.stop();
    lending.release();
  };
}

/** Draws the app with Ink. */
function draw(
  app: Pick<App, "store" | "registry">,
  initialTheme: Theme,
  stdout: WriteStream,
  onError: (error: unknown) => void,
): View {
  let theme = initialTheme;
  let lend = (work: () => Promise<void>) => work();
  const view = <AppView app={app} onSuspender={(suspend) => (lend = suspend)} />;
  const tree = () => <ThemeContext value={theme}>{view}</ThemeContext>;
  const instance = render(tree(), {
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    // Updates are few (keyboard reads, ten log updates a second), so frames need no throttling.
    maxFps: 1_000,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  // Ink draws an error in the alternate screen, which is discarded; the guard prints it on the normal one.
  instance.waitUntilExit().catch(onError);
  return {
    resized: () => instance.rerender(tree()),
    setTheme(next) {
      theme = next;
      instance.rerender(tree());
    },
    lend: (work) => lend(work),
    shown: instance.waitUntilRenderFlush(),
  };
}

/** Redirects stderr (warnings, output of libraries) to the log until the returned function is called. */
function redirectStderr(log: (text: string) => void): () => void {
  const { write } = process.stderr;
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    log(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((one): one is () => void => typeof one === "function");
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
  return () => {
    process.stderr.write = write;
  };
}
