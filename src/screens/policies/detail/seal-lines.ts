import { missingText } from "../../../policy/seal/missing-text.ts";
import type { SealState } from "../../../policy/seal/seal-state.ts";
import { sealStyles } from "../../../tables/seal-styles.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { minute } from "../../../tui/clock.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

/** Time and zone in which times are shown. */
export interface SealClock {
  readonly nowMs: number;
  readonly zone: TimeZone;
}

/** Draws a seal: time, later changes, signers, and missing signers of a proposal. */
export function sealLines(seal: SealState, width: number, clock: SealClock): readonly Line[] {
  const { glyph, tone } = sealStyles[seal.standing];
  const [first, ...more] = sealWords(seal, clock);
  return [
    ...wrapProse(line(span(v`${glyph} `, tone), span(v`${first}`, tone)), width, 2),
    ...more.flatMap((words) => wrapProse(line(span(v`  ${words}`, "muted")), width, 2)),
  ];
}

/** Describes a seal in sentences without full stops, the most important one first. */
export function sealWords(seal: SealState, clock: SealClock): readonly [string, ...string[]] {
  const { standing, last, proposal, changes, problem } = seal;
  const signed = last === null || last.signed.length === 0 ? [] : [`by ${signers(last)}`];
  const at = last === null ? "" : sealTime(last.sealedAt, clock);
  const stale = proposal === null || proposal.problem === null ? [] : ["its proposal is out of date"];
  switch (standing) {
    case "unsealed":
      return ["not sealed", ...stale];
    case "sealed":
      return [at, ...signed, ...stale];
    case "changed": {
      const count = changes.length === 0 ? "it has errors now" : plural(changes.length, "change");
      return [`${at}, changed since`, ...signed, count, ...stale];
    }
    case "unsigned":
      return [`${at}, ${last?.signed.length === 0 ? "no" : "too few"} valid signatures`, ...signed, ...stale];
    case "proposed":
      return proposal === null
        ? ["proposed"]
        : [
            `proposed ${sealTime(proposal.proposedAt, clock)}, ${proposal.signed.length} of ${neededOf(proposal.quorum)} signatures`,
            ...(proposal.signed.length === 0 ? [] : [`by ${proposal.signed.join(", ")}`]),
            `missing ${missingText(proposal)}`,
          ];
    case "broken": {
      const error = seal.findings.find(({ severity }) => severity === "error");
      if (problem !== null || error === undefined) return [problem ?? "the receipts are damaged"];
      const where = error.line === null ? "" : `line ${error.line}: `;
      return ["receipts damaged", `${where}${error.message}`];
    }
  }
}

/** Formats `privacy-officer, security-officer (2/3)`: the valid signatures of all nodes. */
function signers({ signed, missing }: NonNullable<SealState["last"]>): string {
  return `${signed.join(", ")} (${signed.length}/${signed.length + missing.length})`;
}

/** Returns the 2 of `2-of-3`. */
function neededOf(quorum: string): string {
  return quorum.split("-")[0] ?? quorum;
}

/** Formats a time as `09:53` today, else as `2026-11-22 09:53`, without a place to break. */
export function sealTime(at: string, { nowMs, zone }: SealClock): string {
  const [day = "", minute = ""] = dateTime(Date.parse(at), zone, "minute").split(" ");
  if (minute === "") return day;
  const isToday = dateTime(nowMs, zone, "minute").startsWith(`${day} `);
  return isToday ? minute : `${day}\u00A0${minute}`;
}

const quarterMs = 15 * minute;

/** Returns the next possible start of a day in any zone; `Infinity` while no policy shows its seal time. */
export function dayTickMs(state: AppState): number {
  const isShown = navSlice.get(state).screen === "policies" && shownPage(policiesSlice.get(state)) !== null;
  if (!isShown) return Number.POSITIVE_INFINITY;
  return (Math.floor(windowSlice.get(state).nowMs / quarterMs) + 1) * quarterMs;
}

/** Returns the time and zone for showing the seal. */
export function sealClock(state: AppState): SealClock {
  return { nowMs: windowSlice.get(state).nowMs, zone: shownZone(state) };
}
