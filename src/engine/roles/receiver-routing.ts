import type { Logger } from "../../model/logger.ts";
import type { RouteSpec, RouteAction } from "../../receiver/action.ts";
import {
  type Forward,
  type ForwardOptions,
  type ForwardState,
  openForward,
} from "../../receiver/forward/forward.ts";
import { isOwnAddress, parseForwardTarget, refuseOwnAddress } from "../../receiver/forward/target.ts";
import { type Handlers, type HandlerState, openHandlers } from "../../receiver/handlers/handlers.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { refuseUnsendable } from "../../receiver/secret.ts";

export interface RoutingOptions {
  readonly named: readonly RouteSpec[];
  readonly handlersDir: string | null;
  /** By the name of a route, there now or not. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
  /** What the forward keeps its deliveries with, and its schedule. */
  readonly forwarding: Omit<ForwardOptions, "clock">;
  /** What is broken, and whether the forward's target is there: one line each. */
  readonly logger: Logger;
  /** What handlers print, and that one was loaded: one line each. */
  readonly onHandlerNote: (line: string) => void;
  readonly onChange: () => void;
}

/** What the routes of a receiver do with deliveries, and which there are. */
export interface Routing {
  specs(): readonly RouteSpec[];
  handlers(): readonly HandlerState[];
  forward(): ForwardState | null;
  /** How many deliveries wait for a later try of forwarding them, also when nothing is forwarded now. */
  forwardsWaiting(): number;
  /** From now on the receiver gets the routes as they change. */
  drive(receiver: Pick<Receiver, "setRoutes">): void;
  /** @throws {UsageError} nothing has changed then */
  setNamed(routes: readonly RouteSpec[]): void;
  /**
   * @param ownUrls where this receiver is reached
   * @throws {ForwardTargetError} nothing has changed then
   */
  setForward(target: string | null, ownUrls: readonly string[]): void;
  /** Turns the forward off, and says so, when it leads back here: each delivery would come in again without end. */
  dropForwardTo(ownUrls: readonly string[]): void;
  /** Lets what is being forwarded end, together with the receiver; see `Forward.close`. */
  endForward(graceMs: number, arrived: Promise<unknown>): Promise<void>;
  /** When the receiver is closed: what is left of a handler is cut off. */
  close(): Promise<void>;
}

/**
 * Loads the handlers; nothing is forwarded yet.
 * @throws {UsageError} one of the secrets, also of a route that is not there yet: when its file comes it would be too late to say so
 * @throws {HandlersDirectoryError | HandlerTwiceError}
 */
export async function openRouting(options: RoutingOptions): Promise<Routing> {
  const { handlersDir, secrets, logger, onHandlerNote, onChange } = options;
  let { named } = options;
  for (const [route, own] of Object.entries(secrets)) {
    refuseUnsendable(own, `the secret of the route ${route}`);
  }
  let receiver: Pick<Receiver, "setRoutes"> | null = null;
  const forward = await openForward(options.forwarding);
  forward.onChange(onChange);
  noteHealth(forward, logger);
  const handlers: Handlers | null =
    handlersDir === null
      ? null
      : await openHandlers(handlersDir, {
          onNote: ({ level, text }) => (level === "warning" ? logger.warn(text) : onHandlerNote(text)),
          onRoutes: () => apply(named),
          onState: onChange,
        });

  function specsWith(routes: readonly RouteSpec[]): readonly RouteSpec[] {
    const fromFiles = handlers?.routes() ?? [];
    return composeRoutes({
      named: routes,
      handlers: fromFiles,
      forward: forward.state() === null ? null : forward.action,
      secrets,
    });
  }

  function apply(routes: readonly RouteSpec[]): void {
    receiver?.setRoutes(specsWith(routes));
    named = routes;
    onChange();
  }

  return {
    specs: () => specsWith(named),
    handlers: () => handlers?.states() ?? [],
    forward: forward.state,
    forwardsWaiting: forward.waiting,
    drive(driven) {
      receiver = driven;
      apply(named);
    },
    setNamed: apply,
    setForward(target, ownUrls) {
      const url = target === null ? null : parseForwardTarget(target);
      if (url !== null) refuseOwnAddress(url, ownUrls);
      forward.setTarget(url);
      apply(named);
    },
    dropForwardTo(ownUrls) {
      const target = forward.state()?.target;
      if (target === undefined || !isOwnAddress(target, ownUrls)) return;
      forward.setTarget(null);
      apply(named);
      logger.warn(`nothing is forwarded to ${target} any more: it is this receiver itself`);
    },
    endForward: forward.close,
    async close() {
      await Promise.all([handlers?.close(0), forward.close(0)]);
    },
  };
}

/** Says once that nobody is there, and once that somebody is again. */
function noteHealth(forward: Forward, logger: Logger): void {
  let downTarget: string | null = null;
  forward.onChange(() => {
    const state = forward.state();
    if (state === null) return;
    const { target, health } = state;
    if (health.kind === "down" && downTarget !== target) {
      downTarget = target;
      logger.warn(`${target} cannot be reached (${health.reason}). What is to be forwarded is tried again`);
    } else if (health.kind === "up" && downTarget !== null) {
      if (downTarget === target) logger.info(`${target} can be reached again`);
      downTarget = null;
    }
  });
}

/** Where the routes of a receiver come from. */
export interface RouteSources {
  /** Those that were named, with an action or without. */
  readonly named: readonly RouteSpec[];
  /** One for each file of the directory of handlers. */
  readonly handlers: readonly RouteSpec[];
  /** What those without an action of their own do; null: accept and log. */
  readonly forward: RouteAction | null;
  /** By the name of a route; every other has those of the receiver. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

/**
 * The routes a receiver has: those that were named, then those that only have a handler. Where a route has both, the handler gets its
 * deliveries; when its file goes, the route stays, and is forwarded or logged again.
 */
export function composeRoutes({ named, handlers, forward, secrets }: RouteSources): readonly RouteSpec[] {
  const handlerOf = new Map(handlers.map(({ name, action }) => [name, action]));
  const names = new Set(named.map(({ name }) => name));
  return [...named, ...handlers.filter(({ name }) => !names.has(name))].map((spec) => {
    const own = spec.secrets ?? (Object.hasOwn(secrets, spec.name) ? secrets[spec.name] : undefined);
    const action = handlerOf.get(spec.name) ?? spec.action ?? forward;
    return { name: spec.name, action, ...(own !== undefined && { secrets: own }) };
  });
}
