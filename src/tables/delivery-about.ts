import { type Delivery, isFailure } from "../model/delivery.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import { reasonStyleOf } from "./outcome-styles.ts";

/** Parts of the text about a delivery, in their order. */
interface About {
  /** Why the delivery failed; empty if it did not. */
  readonly reason: Visible;
  /** Repo; empty without one. */
  readonly repo: Visible;
  /** Marks of a bookmark, a duplicate or a replay; empty for none. */
  readonly mark: Visible;
  /** Next attempt, change or request; empty without any. */
  readonly rest: Visible;
  readonly tone: Tone;
  /** True if the rest is short and changing: it is never cut. */
  readonly isUrgent?: true;
}

interface AboutContext {
  readonly nowMs: number;
  readonly forwardsHeld?: boolean;
}

/** Draws the reason for a failure before repo and mark; the change, or the next forward attempt, after them. */
export function aboutSpan(delivery: Delivery, context: AboutContext): Span {
  const about = aboutOf(delivery, context);
  return span(joined(about), about.tone);
}

/**
 * Shortens the type of the repo, then the middle of a long one, because repos differ at their ends. Drops the repo
 * for a long reason, and the mark for a next attempt.
 */
export function shortAbout(delivery: Delivery, width: number, context: AboutContext): Visible {
  const about = aboutOf(delivery, context);
  const whole = joined(about);
  if (displayWidth(whole) <= width) return whole;
  const short = { ...about, repo: visible(about.repo.replace(/^dataset:/, "ds:")) };
  const room = roomOfRepo(short, width);
  if (short.reason !== "")
    return truncate(room < repoColumns ? joined({ ...short, repo: v`` }) : withRepo(short, room), width);
  if (short.isUrgent === true) {
    const kept = room < repoColumns ? { ...short, mark: v`` } : short;
    return truncate(withRepo(kept, roomOfRepo(kept, width)), width);
  }
  const left = roomOfRepo({ ...short, rest: v`` }, width);
  return truncate(withRepo(short, Math.max(room, left - Math.floor(left * restShare))), width);
}

/** Columns below which a repo tells too little. */
const repoColumns = 8;
/** Share of a narrow column reserved for the text after a long repo. */
const restShare = 1 / 4;

/** Returns the columns left for the repo by the other parts. */
function roomOfRepo(about: About, width: number): number {
  return width + 1 - displayWidth(joined({ ...about, repo: v`x` }));
}

function withRepo(about: About, columns: number): Visible {
  return joined({ ...about, repo: truncate(about.repo, Math.max(1, columns), { where: "middle" }) });
}

function joined({ reason, repo, mark, rest, isUrgent }: About): Visible {
  const named = present([repo, mark]).join(" ");
  const whole = present([named, rest]).join(isUrgent === true || repo === "" ? " · " : " ");
  return visible(present([reason, whole]).join(" · "));
}

function present(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== "");
}

function aboutOf(delivery: Delivery, { nowMs, forwardsHeld = false }: AboutContext): About {
  const { repo, nextAttemptAt, subject, remote, method, path, outcome } = delivery;
  const named = {
    reason: v``,
    repo: repo === null ? v`` : v`${repo.type}:${repo.name}`,
    mark: marksOf(delivery),
  };
  if (nextAttemptAt !== null) {
    const atMs = Date.parse(nextAttemptAt);
    const when = atMs <= nowMs ? v`now` : relativeTime(atMs, nowMs);
    const next = forwardsHeld ? v`held` : v`next ${when}`;
    return { ...named, rest: next, tone: "warn", isUrgent: true };
  }
  const { reason, recovered } = delivery;
  // The repo says more than why a further try of a handled event did not run.
  if (reason !== null && outcome === "accepted" && !isFailure(delivery))
    return { ...named, rest: shortReason(reason), tone: "muted" };
  if (reason !== null) {
    const parts = present([standingOf(delivery), shortReason(reason)]);
    return {
      ...named,
      reason: visible(parts.join(" · ")),
      mark: copyMark(delivery),
      rest: v``,
      tone: recovered ? "muted" : reasonStyleOf(delivery).tone,
    };
  }
  const ofSecret = secretReason(delivery);
  if (ofSecret !== null) return { ...named, reason: v`${ofSecret}, ${remote}`, rest: v``, tone: "error" };
  if (repo !== null) return { ...named, rest: v`${subject ?? ""}`, tone: "plain" };
  const request = outcome === "rejected" ? v`${method} ${path}` : v`${remote} ${path}`;
  return { ...named, rest: request, tone: outcome === "rejected" ? "error" : "muted" };
}

/** Omits the failed part: the route has a column, and the detail names the target. */
function shortReason(reason: string): Visible {
  return visible(
    reason
      .replace(/^handler \S+(?: threw)?: (?:Error: )?/, "")
      .replace(/^(?:handler \S+|https?:\/\/\S+) (?=responded |did not respond )/, "")
      .replace(/^responded with /, "responded "),
  );
}

function marksOf(delivery: Delivery): Visible {
  return visible(present([standingOf(delivery), copyMark(delivery)]).join(" "));
}

/** Counts several tries, and names the handled one at the others. */
function standingOf({ seq, tries, settledBy }: Delivery): Visible {
  const handled = settledBy === null || settledBy === seq ? "" : `✓ ${settledBy}`;
  return visible(present([tries > 1 ? `${tries} tries` : "", handled]).join(" "));
}

/** Marks a bookmark, another try or a replay, and a delivery with the ID or content of another event. */
function copyMark({ duplicateOf, replayOf, eventOf, edited, bookmark }: Delivery): Visible {
  const star = bookmark === null ? "" : "★";
  const copy =
    duplicateOf !== null
      ? `${duplicateOf === eventOf ? "↻" : "≡"} ${duplicateOf}`
      : replayOf !== null
        ? `↻ ${replayOf}${edited ? " edited" : ""}`
        : "";
  return visible(present([star, copy]).join(" "));
}

/** Returns the reason for a wrong or missing secret, which older versions did not store. */
export function secretReason({ auth }: Pick<Delivery, "auth">): string | null {
  return auth === "missing" ? "no secret" : auth === "wrong" ? "wrong secret" : null;
}
