import type { ActionResponse } from "../receiver/action.ts";
import { responseOf } from "../receiver/handlers/call-handler.ts";
import type { Landing, LandingRequest } from "../receiver/landing.ts";
import { logError } from "./logger.ts";

/** A page: HTML or a Response. */
export type WebhooksPage = string | Response;

/** Content of `/`: a page, or a function that creates one per request. */
export type WebhooksUi = WebhooksPage | ((request: Request) => WebhooksPage | Promise<WebhooksPage>);

const htmlHeaders = ["Content-Type", "text/html; charset=utf-8", "X-Content-Type-Options", "nosniff"];

/**
 * Creates the page at `/` from the option `ui`. Logs errors.
 * @param url returns the base of relative request targets: the server's URL
 */
export function landingFrom(ui: WebhooksUi, url: () => string): Landing {
  const make =
    typeof ui === "function"
      ? async (request: LandingRequest) => pageResponse(await ui(webRequest(request, url())))
      : onceOnly(() => pageResponse(ui));
  return async (request) => {
    try {
      return await make(request);
    } catch (error) {
      // The response does not reveal the error.
      logError(error);
      throw error;
    }
  };
}

/** Calls `make` once and keeps its result, because the body of a Response can be read only once. */
function onceOnly<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

async function pageResponse(page: WebhooksPage): Promise<ActionResponse> {
  return typeof page === "string" ? { status: 200, headers: htmlHeaders, body: page } : responseOf(page);
}

function webRequest({ method, target, headers }: LandingRequest, url: string): Request {
  // A target in absolute form may name any host, and a user, which a Request cannot have.
  const address = new URL(target, url);
  address.username = "";
  address.password = "";
  return new Request(address, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
  });
}
