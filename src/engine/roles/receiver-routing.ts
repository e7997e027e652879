import type { Logger } from "../../model/logger.ts";
import type { RouteSpec, RouteAction } from "../../receiver/action.ts";
import type { ForwardRuleState, ForwardState } from "../../receiver/forward/forward-state.ts";
import { type Forward, type ForwardOptions, openForward } from "../../receiver/forward/forward.ts";
import { isOwnAddress, parseForwardTarget, refuseOwnAddress } from "../../receiver/forward/target.ts";
import type { HandlerState } from "../../receiver/handlers/handler-state.ts";
import { type Handlers, openHandlers } from "../../receiver/handlers/handlers.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { makeRouteLookup } from "../../receiver/routes.ts";
import { refuseUnsendable } from "../../receiver/secret.ts";
import { redactUrl } from "../../text/credential-names.ts";

export interface RoutingOptions {
  readonly named: readonly RouteSpec[];
  readonly handlersDir: string | null;
  /** Secrets by route name; a route may not exist yet. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
  /** Options of the forward. */
  readonly forwarding: Omit<ForwardOptions, "clock" | "warn">;
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
  /** Operations on the forward and the deliveries that wait for it; see `Forward`. */
  readonly forwarding: Pick<Forward, "hold" | "isHeld" | "retry" | "drop">;
  /** Disables a forward that leads back to this receiver: an endless loop. */
  dropForwardTo(ownUrls: readonly string[]): void;
  /** Finishes forwards in progress together with the receiver; see `Forward.close`. */
  endForward(graceMs: number, arrived: Promise<unknown>): Promise<void>;
  /** Ends the handlers and the forward. Called after the receiver is closed. */
  close(): Promise<void>;
}

/**
 * Loads the handlers. Forwards start with `setForward`.
 * @throws {UsageError} a secret cannot be sent, also one of a route that does not exist yet: when the route
 * is added, it is too late for an error
 * @throws {HandlersDirectoryError | HandlerTwiceError}
 */
export async function openRouting(options: RoutingOptions): Promise<Routing> {
  const { secrets, logger, onHandlerNote, onChange } = options;
  let { named, handlersDir } = options;
  for (const [route, own] of Object.entries(secrets)) {
    refuseUnsendable(own, `the secret of the route ${route}`);
  }
  let receiver: Pick<Receiver, "setRoutes"> | null = null;
  const forward = await openForward({ ...options.forwarding, warn: logger.warn });
  forward.onChange(onChange);
  noteHealth(forward, logger);
  const openDirectory = async (directory: string | null): Promise<Handlers | null> =>
    directory === null
      ? null
      : openHandlers(directory, {
          logger: { ...logger, info: onHandlerNote },
          onRoutes: () => apply(named),
          onState: onChange,
        });
  let handlers = await openDirectory(handlersDir);

  function specsWith(routes: readonly RouteSpec[]): readonly RouteSpec[] {
    const fromFiles = handlers?.routes() ?? [];
    return composeRoutes({
      named: routes,
      handlers: fromFiles,
      forward: forward.isActive() ? forward.action : null,
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
    handlersDir: () => handlersDir,
    forward: forward.state,
    forwardRules: forward.rules,
    forwardsWaiting: forward.waiting,
    unreadableForwards: forward.unreadable,
    forwarding: forward,
    drive(driven) {
      receiver = driven;
      apply(named);
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
    endForward: forward.close,
    async close() {
      await Promise.all([handlers?.close(0), forward.close(0)]);
    },
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

/** Sources of a receiver's routes. */
export interface RouteSources {
  /** Named routes, with or without an action. */
  readonly named: readonly RouteSpec[];
  /** Routes of the files in the handlers directory. */
  readonly handlers: readonly RouteSpec[];
  /** Action of routes without their own; null to accept and log. */
  readonly forward: RouteAction | null;
  /** Secrets by route name; other routes use the receiver's. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the named routes, then the routes that only have a handler. If a route has both an action and a
 * handler, the handler gets its deliveries; when the file of the handler is deleted, the action gets them
 * again.
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
