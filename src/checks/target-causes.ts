import type { LastAttempt } from "../model/webhook-activity.ts";
import type { Fix } from "./fix.ts";

/** Cause of a failed attempt outside of the receiver. */
export interface TargetCause {
  /** Cause in few words. */
  readonly short: string;
  /** Sentence. */
  readonly detail: string;
  readonly fix: Fix;
}

/** Returns the cause in the status or the error of an attempt, or null. */
export function targetCause({ status, error, location }: LastAttempt, url: string): TargetCause | null {
  const { host = url, hostname = url } = URL.parse(url) ?? {};
  if (status !== null) return statusCause(status, location, url);
  if (error === null) return null;
  switch (error) {
    case "ECONNREFUSED":
      return {
        short: "refused",
        detail: `Nothing listens on ${host}.`,
        fix: { kind: "replay", first: "Start the program there" },
      };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return {
        short: "unknown host",
        detail: `The name ${hostname} has no address.`,
        fix: { kind: "edit", field: "url" },
      };
    case "ECONNRESET":
      return {
        short: "cut off",
        detail: `${host} closed the connection without a response.`,
        fix: { kind: "replay", first: `Look into the log of ${host}` },
      };
  }
  const limit = /^no response within (\d+ s)$/.exec(error)?.[1];
  return limit === undefined
    ? null
    : {
        short: "no response",
        detail: `A target must respond within ${limit}.`,
        fix: { kind: "replay", first: "Let the program respond first, then do its work" },
      };
}

function statusCause(status: number, location: string | undefined, url: string): TargetCause | null {
  if (status >= 300 && status < 400) {
    const to = location === undefined ? null : (URL.parse(location, url)?.href ?? null);
    const isUsable = to !== null && /^https?:/.test(to) && to !== url;
    return {
      short: "redirect",
      detail: "A redirect is not followed.",
      fix: isUsable ? { kind: "set-url", to } : { kind: "edit", field: "url" },
    };
  }
  if (status === 401 || status === 403) {
    return {
      short: String(status),
      detail: "The target does not accept the webhook's secret, or requires another sign-in.",
      fix: { kind: "edit", field: "secret" },
    };
  }
  return status === 404 || status === 405
    ? {
        short: String(status),
        detail:
          status === 404
            ? "The target has nothing at this path."
            : "The target accepts no POST at this path.",
        fix: { kind: "edit", field: "url" },
      }
    : null;
}
