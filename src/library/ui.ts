import type { ActionResponse } from "../receiver/action.ts";
import { responseOf } from "../receiver/handlers/call-handler.ts";
import type { Landing, LandingRequest } from "../receiver/landing.ts";
import { sayError } from "./say.ts";

/** A page: HTML, or a Response as it is. */
export type WebhooksPage = string | Response;

/** What is served at `/`: a page, or a function that makes one for each request. */
export type WebhooksUi = WebhooksPage | ((request: Request) => WebhooksPage | Promise<WebhooksPage>);

const htmlHeaders = ["Content-Type", "text/html; charset=utf-8", "X-Content-Type-Options", "nosniff"];

/** @param url of the server: what the target of a request is relative to */
export function landingFrom(ui: WebhooksUi, url: () => string): Landing {
  const make =
    typeof ui === "function"
      ? async (request: LandingRequest) => pageResponse(await ui(webRequest(request, url())))
      : onceOnly(() => pageResponse(ui));
  return async (request) => {
    try {
      return await make(request);
    } catch (error) {
      // Whoever asked for the page is told no more than that there is none.
      sayError(error);
      throw error;
    }
  };
}

/** The body of a Response can be read only once. */
function onceOnly<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

async function pageResponse(page: WebhooksPage): Promise<ActionResponse> {
  return typeof page === "string" ? { status: 200, headers: htmlHeaders, body: page } : responseOf(page);
}

function webRequest({ method, target, headers }: LandingRequest, url: string): Request {
  // In absolute form the target has a host of its own choice.
  return new Request(new URL(target, url), {
    method,
    headers: headers.map(([name, value]) => [name, value]),
  });
}
