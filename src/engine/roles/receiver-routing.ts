import type { Logger } from "../../model/logger.ts";
import type { RouteSpec, RouteAction } from "../../receiver/action.ts";
import { receiverErrors } from "../../receiver/errors.ts";
import type { ForwardRuleState, ForwardState } from "../../receiver/forward/forward-state.ts";
import { type Forward, type ForwardOptions, makeForward } from "../../receiver/forward/forward.ts";
import { isOwnAddress, parseForwardTarget, refuseOwnAddress } from "../../receiver/forward/target.ts";
import { listHandlers } from "../../receiver/handlers/handler-files.ts";
import type { HandlerState } from "../../receiver/handlers/handler-state.ts";
import { type Handlers, openHandlers } from "../../receiver/handlers/handlers.ts";
import { makeHeldBytes } from "../../receiver/held-bytes.ts";
import {
  openProgram,
  type ProgramOptions,
  type ProgramRoute,
} from "../../receiver/programs/program-action.ts";
import { type Program, programFault, programLine } from "../../receiver/programs/program.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { makeRouteLookup } from "../../receiver/routes.ts";
import { actionInTurn } from "../../receiver/runs/action-in-turn.ts";
import { dueActionWork, retriedAction } from "../../receiver/runs/action-work.ts";
import { answerInTime } from "../../receiver/runs/answer-in-time.ts";
import { type RouteRuns, type RunSettings, runSettingsOf } from "../../receiver/runs/run-settings.ts";
import { openRuns, type Runs, type RunsOptions } from "../../receiver/runs/runs.ts";
import { refuseUnsendable } from "../../receiver/secret.ts";
import { redactUrl } from "../../text/credential-names.ts";
import { visible } from "../../text/visible.ts";

export interface RoutingOptions {
  readonly named: readonly RouteSpec[];
  readonly handlersDir: string | null;
  /** Programs of routes, for as long as the receiver runs. */
  readonly programs: readonly Program[];
  /** Environment and time of all programs, those of `handlersDir` too. */
  readonly running: Pick<ProgramOptions, "inherited" | "timeoutMs">;
  /** Secrets by route name; a route may not exist yet. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
  /** Settings of the runs of routes without their own. */
  readonly runDefaults: RunSettings;
  /** Settings of single routes, which may not exist yet. */
  readonly runs: RouteRuns;
  /** Options of the forward. */
  readonly forwarding: Pick<ForwardOptions, "rules" | "isOwn"> & {
    readonly retryDelaysMs: readonly number[];
  };
  /** Options of the queue of runs. */
  readonly queue: Pick<RunsOptions, "log" | "queue" | "work" | "known" | "onFailure">;
  /** Returns the secret of a route, restored before a stored delivery is tried; null without one. */
  readonly secretOf: (route: string | null) => string | null;
  /** Receives handler failures and reachability changes of the forward target. */
  readonly logger: Logger;
  /** Called with each line printed by a handler, and when a handler is loaded. */
  readonly onHandlerNote: (line: string) => void;
  readonly onChange: () => void;
}

/** Parts of a routing that change together. */
export interface RoutingSetup extends Pick<RoutingOptions, "named" | "handlersDir"> {
  /** Target of the forward; null disables the forward. */
  readonly forward: string | null;
}

/** Limit for the calls of replaced handlers, in milliseconds. */
const replacedGraceMs = 30_000;

/** Routes of a receiver and their actions. */
export interface Routing {
  specs(): readonly RouteSpec[];
  handlers(): readonly HandlerState[];
  handlersDir(): string | null;
  forward(): ForwardState | null;
  forwardRules(): readonly ForwardRuleState[];
  /** Deliveries waiting for another forward attempt, with or without a target. */
  forwardsWaiting(): number;
  /** Number of unreadable jobs given up in the queue of forwards. */
  unreadableForwards(): number;
  /** Sets the routes of the receiver, now and after each change. */
  drive(receiver: Pick<Receiver, "setRoutes">): void;
  /**
   * Replaces the named routes.
   * @throws {UsageError} a route is invalid; nothing was changed
   */
  setNamed(routes: readonly RouteSpec[]): void;
  /**
   * Sets the target of the forward; null disables the forward.
   * @param ownUrls addresses of this receiver
   * @throws {ForwardTargetError} the target is invalid or is this receiver; nothing was changed
   */
  setForward(target: string | null, ownUrls: readonly string[]): void;
  /**
   * Replaces the named routes, the directory of handlers and the target of the forward. Handlers of another
   * directory are loaded before; those of the former finish their calls.
   * @param ownUrls addresses of this receiver
   * @throws {UsageError | HandlersDirectoryError | HandlerTwiceError | ForwardTargetError} nothing was changed
   */
  setUp(setup: RoutingSetup, ownUrls: readonly string[]): Promise<void>;
  /** Operations on the queue and the deliveries that wait in it; see `Runs`. */
  readonly queue: Pick<Runs, "hold" | "isHeld" | "retry" | "drop">;
  /** Disables a forward that leads back to this receiver: an endless loop. */
  dropForwardTo(ownUrls: readonly string[]): void;
  /** Finishes runs in progress together with the receiver; see `Runs.close`. */
  endRuns(graceMs: number, arrived: Promise<unknown>): Promise<void>;
  /** Ends the handlers and the forward. Called after the receiver is closed. */
  close(): Promise<void>;
}

/**
 * Loads the handlers. Forwards start with `setForward`.
 * @throws {UsageError} a secret cannot be sent, also one of a route that does not exist yet: when the route
 * is added, it is too late for an error
 * @throws {HandlersDirectoryError | HandlerTwiceError | ProgramMissingError}
 */
export async function openRouting(options: RoutingOptions): Promise<Routing> {
  const { secrets, secretOf, runDefaults, runs, logger, onHandlerNote, onChange } = options;
  let { named, handlersDir } = options;
  for (const [route, own] of Object.entries(secrets)) {
    refuseUnsendable(own, `the secret of the route ${route}`);
  }
  for (const program of options.programs) {
    const fault = programFault(program);
    if (fault !== null) throw receiverErrors.programMissing(program.route, fault);
  }
  let receiver: Pick<Receiver, "setRoutes"> | null = null;
  const settingsOf = (route: string): RunSettings => runSettingsOf(route, runDefaults, runs);
  const { retryDelaysMs } = options.forwarding;
  const schedules = [retryDelaysMs, ...Object.keys(runs).map((route) => settingsOf(route).retriesMs ?? [])];
  const queue = await openRuns({
    ...options.queue,
    workOf(delivery, { isAction, target }) {
      const { route } = delivery;
      if (!isAction || route === null) return forward.workOf(delivery, target);
      return dueActionWork(delivery, actionOf(route), settingsOf(route), queue, {
        log: options.queue.log,
        secret: secretOf(route),
      });
    },
    isActive: () => specsWith(named).some(({ action }) => action !== null),
    longestDelayMs: Math.max(0, ...schedules.flat()),
    warn: logger.warn,
  });
  const forward = makeForward({
    ...options.forwarding,
    runs: queue,
    settingsOf,
    secretOf,
    warn: logger.warn,
  });
  forward.onChange(onChange);
  noteHealth(forward, logger);
  const programs = openPrograms(options.programs, options.running, onHandlerNote);
  const openDirectory = async (directory: string | null): Promise<Handlers | null> => {
    if (directory === null) return null;
    for (const [route, files] of await listHandlers(directory)) {
      const program = programs.specs.find(({ name }) => name === route);
      if (program !== undefined) throw receiverErrors.handlerTwice(route, [program.program, ...files]);
    }
    return openHandlers(directory, {
      logger: { ...logger, info: onHandlerNote },
      onRoutes: () => apply(named),
      onState: onChange,
      programs: options.running,
    });
  };
  let handlers = await openDirectory(handlersDir);

  function specsWith(routes: readonly RouteSpec[]): readonly RouteSpec[] {
    return composeRoutes({
      named: routes,
      handlers: handlerSpecs(),
      forward: forward.isActive() ? forward.action : null,
      secrets,
      ruled,
    });
  }

  const handlerSpecs = (): readonly RouteSpec[] => [...(handlers?.routes() ?? []), ...programs.specs];

  function ruled(route: string, action: RouteAction): RouteAction {
    const settings = settingsOf(route);
    return settings.retriesMs === null
      ? answerInTime(actionInTurn(action, settings, queue.turns), settings.answer)
      : retriedAction(action, settings, queue);
  }

  /** Returns the own action of a route; null if it has none now. */
  function actionOf(route: string): RouteAction | null {
    const plain = { named, handlers: handlerSpecs(), forward: null, secrets };
    const specs = composeRoutes({ ...plain, ruled: (_, action) => action });
    return specs.find(({ name }) => name === route)?.action ?? null;
  }

  function apply(routes: readonly RouteSpec[]): void {
    receiver?.setRoutes(specsWith(routes));
    named = routes;
    onChange();
  }

  return {
    specs: () => specsWith(named),
    handlers: () => handlers?.states() ?? [],
    handlersDir: () => handlersDir,
    forward: forward.state,
    forwardRules: forward.rules,
    forwardsWaiting: queue.waiting,
    unreadableForwards: queue.unreadable,
    queue,
    drive(driven) {
      receiver = driven;
      apply(named);
      queue.dueNow();
    },
    setNamed: apply,
    setForward(target, ownUrls) {
      forward.setTarget(readTarget(target, ownUrls));
      apply(named);
    },
    async setUp(setup, ownUrls) {
      const target = readTarget(setup.forward, ownUrls);
      makeRouteLookup(setup.named);
      const isSame = setup.handlersDir === handlersDir;
      const opened = isSame ? handlers : await openDirectory(setup.handlersDir);
      const former = handlers;
      handlers = opened;
      handlersDir = setup.handlersDir;
      forward.setTarget(target);
      apply(setup.named);
      if (former !== opened) void former?.close(replacedGraceMs);
    },
    dropForwardTo(ownUrls) {
      const isOwn = (target: string): boolean => isOwnAddress(target, ownUrls);
      const dropped = [...forward.dropRules(isOwn)];
      const target = forward.state()?.target;
      if (target !== undefined && isOwn(target)) {
        forward.setTarget(null);
        dropped.push(target);
      }
      if (dropped.length === 0) return;
      apply(named);
      for (const each of dropped) {
        logger.warn(`the forward to ${redactUrl(each)} is disabled: it leads back to this receiver`);
      }
    },
    endRuns: queue.close,
    async close() {
      await Promise.all([handlers?.close(0), programs.close(), queue.close(0)]);
      forward.close();
    },
  };
}

/** Opens the programs of routes. */
function openPrograms(
  programs: readonly Program[],
  running: RoutingOptions["running"],
  onLine: (line: string) => void,
): { readonly specs: readonly ProgramSpec[]; close(): Promise<unknown> } {
  const held = makeHeldBytes();
  const opened = programs.map((program): readonly [Program, ProgramRoute] => [
    program,
    openProgram(program, {
      ...running,
      held,
      onLine: (line) => onLine(visible(`${program.route}: ${line}`)),
    }),
  ]);
  return {
    specs: opened.map(([program, { action }]) => ({
      name: program.route,
      action,
      program: programLine(program),
    })),
    close: () => Promise.all(opened.map(([, each]) => each.close(0))),
  };
}

/** Parses a target; null stays null. @throws {ForwardTargetError} it is invalid or one of `ownUrls` */
function readTarget(target: string | null, ownUrls: readonly string[]): string | null {
  const url = target === null ? null : parseForwardTarget(target);
  if (url !== null) refuseOwnAddress(url, ownUrls);
  return url;
}

/** Logs each change of the reachability of a target once. */
function noteHealth(forward: Forward, logger: Logger): void {
  const down = new Set<string>();
  forward.onChange(() => {
    const state = forward.state();
    for (const { target, health } of state === null ? forward.rules() : [state, ...forward.rules()]) {
      if (health.kind === "down" && !down.has(target)) {
        down.add(target);
        logger.warn(`${redactUrl(target)} cannot be reached (${health.reason}). Forwards to it are retried`);
      } else if (health.kind === "up" && down.delete(target)) {
        logger.info(`${redactUrl(target)} can be reached again`);
      }
    }
  });
}

type ProgramSpec = RouteSpec & { readonly program: string };

/** Sources of a receiver's routes. */
export interface RouteSources {
  /** Named routes, with or without an action. */
  readonly named: readonly RouteSpec[];
  /** Routes of the files in the handlers directory, and of programs. Of two with one name the last counts. */
  readonly handlers: readonly RouteSpec[];
  /** Action of routes without their own; null to accept and log. */
  readonly forward: RouteAction | null;
  /** Secrets by route name; other routes use the receiver's. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
  /** Adds the rules of runs to the own action of a route. */
  readonly ruled: (route: string, action: RouteAction) => RouteAction;
}

/**
 * Returns the named routes, then the routes that only have a handler. If a route has both an action and a
 * handler, the handler gets its deliveries; when the file of the handler is deleted, the action gets them
 * again.
 */
export function composeRoutes(sources: RouteSources): readonly RouteSpec[] {
  const { named, handlers, forward, secrets, ruled } = sources;
  const handlerOf = new Map(handlers.map((spec) => [spec.name, spec]));
  const names = new Set(named.map(({ name }) => name));
  const others = [...handlerOf.values()].filter(({ name }) => !names.has(name));
  return [...named, ...others].map((spec) => {
    const own = spec.secrets ?? (Object.hasOwn(secrets, spec.name) ? secrets[spec.name] : undefined);
    const { action, program } = handlerOf.get(spec.name) ?? spec;
    return {
      name: spec.name,
      action: action === null ? forward : ruled(spec.name, action),
      ...(program !== undefined && { program }),
      ...(own !== undefined && { secrets: own }),
    };
  });
}
