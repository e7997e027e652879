import { startClock } from "./clock.ts";
import type { Command, CommandContext, TerminalActions } from "./commands/command.ts";
import { shownScreen } from "./focus.ts";
import type { Registry } from "./registry.ts";
import { report } from "./report.ts";
import type { Effects, Feature } from "./screen.ts";
import { showMessage } from "./state/messages.ts";
import { navSlice, showScreen } from "./state/nav.ts";
import type { Store } from "./state/store.ts";
import { setWindow, type Size } from "./state/window.ts";

/** Running app, independent of the terminal. */
export interface App {
  readonly store: Store;
  readonly registry: Registry;
  /**
   * Runs a command, or shows why it is disabled, in a message whose topic is the command's ID. Its `HooklensError`s are
   * shown as messages.
   */
  run(command: Command, argument?: string): void;
  effectsOf<E extends Effects>(feature: Feature<E>): E;
  /** Stops the clock and every feature; resolves when they have stopped. */
  close(): Promise<void>;
}

export interface AppOptions<StartContext> {
  readonly store: Store;
  readonly registry: Registry<StartContext>;
  readonly terminal: TerminalActions;
  readonly startContext: StartContext;
}

/** Shows the first screen and starts every feature. */
export function createApp<StartContext>(options: AppOptions<StartContext>): App {
  const { store, registry, terminal, startContext } = options;
  const [first] = registry.screens;
  if (first !== undefined) store.dispatch(showScreen(first.id));
  const effects = new Map(
    registry.features.map((feature) => [feature.id, feature.start(startContext, registry)] as const),
  );
  const effectsOf = <E extends Effects>({ id }: Feature<E>): E => effects.get(id) as E;

  function contextOf<E extends Effects>(feature: Feature<E>): CommandContext<E> {
    return {
      store,
      terminal,
      registry,
      effects: effectsOf(feature),
      run: (id, argument) => run(registry.command(id), argument),
      contextOf,
    };
  }

  function run(command: Command, argument?: string): void {
    const why = command.disabledReason?.(store.get(), registry) ?? null;
    if (why !== null) {
      const topic = command.id;
      showMessage(store, "warn", `${why.charAt(0).toUpperCase()}${why.slice(1)}.`, { topic });
      return;
    }
    const context = contextOf(registry.featureOf(command));
    Promise.try(() => command.run(context, argument)).catch((error: unknown) => report(store, error));
  }

  const stopScreens = callShown(store, registry, effectsOf);
  const stopClock = startClock(store, registry);
  return {
    store,
    registry,
    run,
    effectsOf,
    async close() {
      stopClock();
      stopScreens();
      await Promise.all(Array.from(effects.values(), async (running: Effects) => running.stop?.()));
    },
  };
}

/** Applies a new terminal size and adapts every feature to it, including hidden screens. */
export function resize(store: Store, { features }: Registry, size: Size): void {
  store.batch(() => {
    store.dispatch(setWindow({ size }));
    for (const { resized } of features) {
      for (const action of resized?.(store.get()) ?? []) store.dispatch(action);
    }
  });
}

/** Calls `shown` of each screen that becomes visible. */
function callShown(store: Store, registry: Registry, effectsOf: (screen: Feature) => Effects): () => void {
  let known = navSlice.get(store.get()).screen;
  return store.subscribe(() => {
    const { screen } = navSlice.get(store.get());
    if (screen === known) return;
    known = screen;
    const shown = shownScreen(registry, store.get());
    shown.shown?.(effectsOf(shown));
  });
}
