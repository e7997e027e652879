import { UsageError } from "../../model/errors.ts";
import { secretFromArgument } from "../secret-argument.ts";

type RouteSecrets = Readonly<Record<string, string | readonly string[]>>;

/** Which routes there are, as far as that is known before any handler is loaded. */
export interface KnownRoutes {
  readonly routes: readonly string[];
  /** There is a directory of handlers, whose files are routes too. */
  readonly moreMayCome: boolean;
}

/**
 * The secrets of single routes: those given by `--route-secret NAME=SECRET`, in their order where one name has several, and for other routes
 * the configured ones.
 * @throws {UsageError} one is not of that form, is for no route, or its file cannot be read
 */
export function readRouteSecrets(
  given: readonly string[] = [],
  configured: RouteSecrets,
  { routes, moreMayCome }: KnownRoutes,
): RouteSecrets {
  const byRoute = new Map<string, string[]>();
  for (const text of given) {
    const [name, secret] = splitRouteSecret(text);
    if (!moreMayCome && !routes.includes(name)) {
      throw new UsageError({
        what: `there is no route "${name}" for a secret`,
        hint: `Add it with --route ${name}`,
      });
    }
    const others = byRoute.get(name);
    if (others === undefined) byRoute.set(name, [secret]);
    else others.push(secret);
  }
  return { ...configured, ...Object.fromEntries(byRoute) };
}

function splitRouteSecret(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), secretFromArgument(text.slice(at + 1))];
  // What was typed is not repeated: it may be the secret alone.
  throw new UsageError({
    what: "a --route-secret names no route",
    hint: "Write --route-secret NAME=SECRET, or --route-secret NAME=@FILE",
  });
}
