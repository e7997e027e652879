import process from "node:process";
import { render } from "ink";
import type { InterfaceSettings } from "../model/interface-settings.ts";
import { backgroundOfVariable, type Background } from "../terminal/background.ts";
import { clipboardSequence } from "../terminal/clipboard.ts";
import { editFile, editText } from "../terminal/editor.ts";
import { installExitGuard } from "../terminal/exit-guard.ts";
import { createInput } from "../terminal/input.ts";
import { createModes } from "../terminal/modes.ts";
import { bellSequence, desktopSequence } from "../terminal/notification.ts";
import { createLending } from "../terminal/suspend.ts";
import type { Visible } from "../text/visible.ts";
import { resize, type App } from "./app.ts";
import { AppView } from "./App.tsx";
import type { TerminalActions } from "./commands/command.ts";
import { ThemeContext } from "./components/text.tsx";
import { handleInput } from "./input.ts";
import { queryBackground } from "./query-background.ts";
import { redirectStderr } from "./redirect-stderr.ts";
import type { Registry } from "./registry.ts";
import { throttled } from "./screen-reader.ts";
import { showMessage } from "./state/messages.ts";
import { setPreferences, zoneChosen } from "./state/preferences.ts";
import { createStore, type Store } from "./state/store.ts";
import { openTrace } from "./state/trace.ts";
import { setWindow } from "./state/window.ts";
import { chooseTheme } from "./theme.ts";

export interface TerminalOptions {
  /** Message shown at the start, which says why this hub is used; null for none. */
  readonly note: string | null;
  readonly noColor: boolean;
  readonly interface: InterfaceSettings;
  /** True for a linear layout without an alternate screen, updated at most twice a second. */
  readonly screenReader: boolean;
  /** Formats an error that ends the app, and returns the exit code. */
  readonly describe: (error: unknown) => { readonly line: Visible; readonly exitCode: number };
  /** Receives writes to stderr while the app is open. */
  readonly log: (text: string) => void;
}

/** A started app. */
export interface RunningApp {
  readonly app: App;
  /** Connects to the hub and the receiver; called after the first frame. */
  connect(): void;
  /** Called before each read of keys is handled. */
  typed(): void;
  /** Stops the app and its connections. */
  close(): Promise<void>;
}

/** Opens an app on the terminal of this process; the process exits with it. */
export function openTerminal(
  options: TerminalOptions,
  registry: Registry,
  start: (store: Store, terminal: TerminalActions) => RunningApp,
): void {
  const { stdin, stdout } = process;
  const windowSize = () => ({ columns: stdout.columns, rows: stdout.rows });
  const tracePath = process.env["HOOKLENS_TRACE"] ?? "";
  const trace = tracePath === "" ? null : openTrace(tracePath);
  const store = createStore(registry.slices, trace === null ? {} : { onAction: trace.record });
  const { theme, columns, timeZone, mouse, confirm, notify } = options.interface;
  store.dispatch(setWindow({ size: windowSize(), nowMs: store.nowMs(), mouse }));
  store.dispatch(setPreferences({ columns, confirm, notify }));
  store.dispatch(zoneChosen(timeZone));
  if (options.note !== null) showMessage(store, "ok", options.note, { durationMs: 6_000 });

  const modes = createModes(stdin, stdout, { mouse, wrapsLines: options.screenReader });
  const restoreStderr = redirectStderr(options.log);
  const guard = installExitGuard({
    giveBack() {
      modes.leave();
      modes.silence();
      restoreStderr();
    },
    describe: options.describe,
    shutdown: () => running.close(),
    isLent: () => lending.isLent,
  });
  const input = createInput(stdin, {
    onEvents(events) {
      background.read(events);
      running.typed();
      handleInput(running.app, events);
    },
    onEnd: () => void guard.exit(129),
  });
  const background = queryBackground(
    (query) => stdout.write(query),
    (found) => {
      shownTheme = themeOn(found);
      instance.rerender(tree());
    },
  );
  let handOver = (work: () => Promise<void>) => work();
  const lending = createLending({ input, modes, handOver: (work) => handOver(work) });

  const terminal: TerminalActions = {
    quit: (code) => void guard.exit(code),
    suspend() {
      void lending.suspend().then((done) => {
        if (!done)
          showMessage(store, "warn", "The app cannot be suspended: there is no parent shell to resume it.");
      });
    },
    // Suspending and resuming redraws every cell.
    redraw: () => void lending.lend(() => Promise.resolve()),
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
    async edit(path, line) {
      await lending.lend(async () => {
        const why = await editFile(path, line, process.env);
        if (why !== null) showMessage(store, "error", `${why}.`);
      });
    },
  };
  const running = start(store, terminal);

  const themeOn = (background: Background) => chooseTheme(theme, options.noColor, background);
  let shownTheme = themeOn(backgroundOfVariable(process.env["COLORFGBG"]) ?? "dark");
  const view = (
    <AppView
      app={options.screenReader ? { ...running.app, store: throttled(store) } : running.app}
      onSuspender={(suspend) => (handOver = suspend)}
    />
  );
  const tree = () => <ThemeContext value={shownTheme}>{view}</ThemeContext>;
  // Registered before Ink's listener, so that Ink draws the new size.
  stdout.on("resize", () => {
    resize(store, registry, windowSize());
    instance.rerender(tree());
  });
  modes.enter();
  const instance = render(tree(), {
    alternateScreen: !options.screenReader,
    isScreenReaderEnabled: options.screenReader,
    incrementalRendering: true,
    // Updates are few (keyboard reads, ten log updates a second), so frames need no throttling.
    maxFps: 1_000,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  // Ink draws an error in the alternate screen, which is discarded; the guard prints it on the normal one.
  instance.waitUntilExit().catch((error: unknown) => guard.fail(error));
  input.start();
  if (theme.base === "auto" && !options.noColor && !options.screenReader) background.ask();
  void instance.waitUntilRenderFlush().then(async () => {
    running.connect();
    store.dispatch(setPreferences({ namesZone: true }));
    const { boundHeap } = await import("./heap.ts");
    boundHeap();
  });
}
