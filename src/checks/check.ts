import type { Tone } from "../text/line.ts";
import type { WebhookFacts } from "./facts.ts";
import type { Fix } from "./fix.ts";
import type { WebhookTarget } from "./webhook-target.ts";

/** Checks of a webhook in order: the first failure explains why deliveries do not arrive. */
export const checkIds = [
  "enabled",
  "address",
  "receiver",
  "route",
  "secret",
  "tunnel",
  "reach",
  "handler",
  "target",
  "quota",
  "repo",
  "domain",
  "event",
] as const;
export type CheckId = (typeof checkIds)[number];

/**
 * Results of a check. `warning`: works, but not well. `unknown`: the hub omits it, or nothing has happened yet.
 * `skipped`: not applicable to this webhook, or its facts were not requested.
 */
export type CheckResult = "ok" | "warning" | "failed" | "unknown" | "skipped";

/** Finding of a check. */
export interface Finding {
  readonly result: CheckResult;
  /** Sentence with the result, and the reason if it is unknown. */
  readonly detail: string;
  readonly fix: Fix | null;
  /** Short result with a glyph, for a column; absent if irrelevant there. */
  readonly short?: { readonly tone: Tone; readonly text: string };
}

export interface WebhookCheck extends Omit<Finding, "short"> {
  readonly id: CheckId;
  /** Checked thing, in one or two words. */
  readonly title: string;
}

/** Rule of a check. */
export type CheckRule = (facts: WebhookFacts, target: WebhookTarget) => Finding;

export function ok(detail: string): Finding {
  return { result: "ok", detail, fix: null };
}

export function skipped(detail: string): Finding {
  return { result: "skipped", detail, fix: null };
}

export function unknown(detail: string, fix: Fix | null = null): Finding {
  return { result: "unknown", detail, fix };
}

/** @param short text of a column, with its glyph */
export function warning(short: string, detail: string, fix: Fix | null = null): Finding {
  return { result: "warning", detail, fix, short: { tone: "warn", text: short } };
}

/** @param short text of a column, with its glyph; the tone follows the glyph */
export function failed(short: string, detail: string, fix: Fix | null): Finding {
  const tone: Tone = short.startsWith("✗") ? "error" : /^[▲◌]/u.test(short) ? "warn" : "muted";
  return { result: "failed", detail, fix, short: { tone, text: short } };
}

/** Returns true if an attempt, or a delivery in the log, is known. */
export function hasAttempt({ activity }: WebhookFacts): boolean {
  return (activity?.last ?? null) !== null;
}

/**
 * Returns true if another program answers at a port of this machine, and did so with a success after the start of this
 * receiver. An older success may come from this receiver at its former port.
 */
export function othersAnswer(
  { receiver, activity, answering }: WebhookFacts,
  target: WebhookTarget,
): boolean {
  const last = activity?.last ?? null;
  if (target.kind !== "other-port" || activity?.from !== "hub" || last === null) return false;
  if (answering !== "other-receiver" && answering !== "program") return false;
  return last.ok && receiver.startedAt !== null && last.at >= receiver.startedAt;
}

/** Returns true for an address at which nothing takes a dispatch, or a program that it was not meant for. */
export function leadsNowhere(facts: WebhookFacts, target: WebhookTarget): boolean {
  const { answering } = facts;
  switch (target.kind) {
    case "job":
      return false;
    case "old-tunnel":
      return true;
    case "elsewhere":
      return answering === "nothing";
    case "here":
      return !target.isPublic && answering !== undefined && answering !== "receiver";
    case "other-port":
      return answering !== "receiver" && !othersAnswer(facts, target);
  }
}

/** Finding of a check without requested facts. */
export const notAsked = skipped("Not requested.");
