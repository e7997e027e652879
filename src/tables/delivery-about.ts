import type { Delivery } from "../model/delivery.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";

/** Parts of the text about a delivery, in their order. */
interface About {
  /** Repo; empty without one. */
  readonly repo: Visible;
  /** Marks of a bookmark, a duplicate or a replay; empty for none. */
  readonly mark: Visible;
  /** Next attempt, reason or change; empty without any. */
  readonly rest: Visible;
  readonly tone: Tone;
  /** True if the rest is short and changes: a long repo is shortened instead of it. */
  readonly isUrgent?: true;
}

interface AboutContext {
  readonly nowMs: number;
  readonly forwardsHeld?: boolean;
}

/** Draws repo, mark, and the next attempt of a waiting forward, or else the reason of a failure, or else the change. */
export function aboutSpan(delivery: Delivery, context: AboutContext): Span {
  const { repo, mark, rest, tone } = aboutOf(delivery, context);
  return span(v`${repo}${mark}${rest}`, tone);
}

/** Shortens the type of the repo, then the middle of a long one, since repos differ at their ends, and cuts the rest. */
export function shortAbout(delivery: Delivery, width: number, context: AboutContext): Visible {
  const { repo, mark, rest, isUrgent = false } = aboutOf(delivery, context);
  const whole = v`${repo}${mark}${rest}`;
  if (displayWidth(whole) <= width) return whole;
  const short = visible(repo.replace(/^dataset:/, "ds:"));
  const left = width - displayWidth(mark);
  const restColumns = Math.min(
    displayWidth(rest),
    Math.max(0, isUrgent ? left - repoColumns : Math.floor(left * restShare)),
  );
  const fitted = truncate(short, Math.max(1, left - restColumns), { where: "middle" });
  return truncate(v`${fitted}${mark}${rest}`, width);
}

/** Columns that a repo keeps beside a text that changes. */
const repoColumns = 8;
/** Share of a narrow column that the text after a long repo keeps. */
const restShare = 1 / 4;

function aboutOf(delivery: Delivery, { nowMs, forwardsHeld = false }: AboutContext): About {
  const { repo, nextAttemptAt, subject, remote, method, path, outcome } = delivery;
  const reason = delivery.reason ?? secretReason(delivery);
  const name = repo === null ? v`` : v`${repo.type}:${repo.name}`;
  const marks = originalMark(delivery);
  const mark = repo === null || marks === "" ? marks : v` ${marks}`;
  const gap = v`${repo === null && mark === "" ? "" : " · "}`;
  if (nextAttemptAt !== null) {
    const atMs = Date.parse(nextAttemptAt);
    const when = atMs <= nowMs ? v`now` : relativeTime(atMs, nowMs);
    const next = forwardsHeld ? v`held` : v`next ${when}`;
    return { repo: name, mark, rest: v`${gap}${next}`, tone: "warn", isUrgent: true };
  }
  if (reason !== null) {
    const sender = reason === secretReason(delivery) ? v`, ${remote}` : v``;
    return { repo: name, mark, rest: v`${gap}${reason}${sender}`, tone: "error" };
  }
  if (repo !== null)
    return { repo: name, mark, rest: subject === null ? v`` : v` ${subject}`, tone: "plain" };
  const request = outcome === "rejected" ? v`${method} ${path}` : v`${remote} ${path}`;
  return { repo: name, mark, rest: v`${gap}${request}`, tone: outcome === "rejected" ? "error" : "muted" };
}

/** Marks a bookmark, and a duplicate or a replay with the number of its original. */
function originalMark({ duplicateOf, replayOf, edited, bookmark }: Delivery): Visible {
  const marks = [
    ...(bookmark === null ? [] : [v`★`]),
    ...(duplicateOf === null ? [] : [v`≡ ${count(duplicateOf)}`]),
    ...(duplicateOf !== null || replayOf === null ? [] : [v`↻ ${count(replayOf)}${edited ? " edited" : ""}`]),
  ];
  return v`${marks.join(" ")}`;
}

/** Returns the reason of a wrong or missing secret, which older versions did not store. */
export function secretReason({ auth }: Pick<Delivery, "auth">): string | null {
  return auth === "missing" ? "no secret" : auth === "wrong" ? "wrong secret" : null;
}
