import type { Header } from "../model/delivery.ts";
import type { ActionAnswer } from "./action.ts";
import { routePath } from "./routes.ts";

/** Somebody asks for the page at `/`, with GET or HEAD. */
export interface LandingRequest {
  readonly method: string;
  /** As it came: `/?x=1`. */
  readonly target: string;
  readonly headers: readonly Header[];
}

/** Makes the page at `/`, each time it is asked for. */
export type Landing = (request: LandingRequest) => ActionAnswer | Promise<ActionAnswer>;

/** What the page says. */
export interface LandingFacts {
  /** Where senders reach the receiver, without a trailing slash. */
  readonly url: string;
  readonly routes: readonly string[];
  readonly secretSet: boolean;
}

/** The page at `/` where nobody gave another. */
export function landingAnswer(facts: LandingFacts): ActionAnswer {
  return {
    status: 200,
    headers: ["Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"],
    body: landingText(facts),
  };
}

/** Plain text: where webhooks are sent to, and how to try one. Says nothing of the secret but that there is one. */
function landingText({ url, routes, secretSet }: LandingFacts): string {
  const lines = routes.map((route) => `POST ${url}${routePath(route)}`);
  const first = routes[0];
  const secret = secretSet ? " -H 'X-Webhook-Secret: …'" : "";
  return [
    "hooklens receives webhooks here:",
    "",
    ...lines,
    ...(first === undefined
      ? []
      : [
          "",
          "Try it:",
          `curl ${url}${routePath(first)}${secret} --json '{"event":{"action":"update","scope":"repo.content"}}'`,
        ]),
    "",
  ].join("\n");
}
