import type { Header } from "../model/delivery.ts";
import type { ActionAnswer } from "./action.ts";
import { type LandingFacts, landingPage, landingPolicy } from "./landing-page.ts";

/** Somebody asks for the page at `/`, with GET or HEAD. */
export interface LandingRequest {
  readonly method: string;
  /** As it came: `/?x=1`. */
  readonly target: string;
  readonly headers: readonly Header[];
}

/** Makes the page at `/`, each time it is asked for. */
export type Landing = (request: LandingRequest) => ActionAnswer | Promise<ActionAnswer>;

/** The page at `/` where nobody gave another. */
export function landingAnswer(facts: LandingFacts): ActionAnswer {
  return {
    status: 200,
    headers: [
      ["Content-Type", "text/html; charset=utf-8"],
      ["Content-Security-Policy", landingPolicy(facts)],
      ["X-Content-Type-Options", "nosniff"],
      ["Referrer-Policy", "no-referrer"],
      ["Cache-Control", "no-store"],
    ].flat(),
    body: landingPage(facts),
  };
}
