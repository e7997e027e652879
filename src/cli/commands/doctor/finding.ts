import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";

/** Result of one check. */
export interface Finding {
  /** Stable short name: `data directory`. */
  readonly check: string;
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** Suggested fix; null if there is nothing to fix. */
  readonly fix: string | null;
}

export function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail, fix: null };
}

/** Creates a finding for a check that passed with a surprise. */
export function warn(check: string, detail: string, fix: string): Finding {
  return { check, status: "warn", detail, fix };
}

/** Creates a finding for a check that failed. */
export function fail(check: string, detail: string, fix: string): Finding {
  return { check, status: "fail", detail, fix };
}

/** Converts an error to a finding; its hint is the fix. */
export function failure(
  check: string,
  error: { readonly what: string; readonly why: string | undefined; readonly hint: string | undefined },
): Finding {
  const { what, why, hint } = error;
  return fail(
    check,
    why === undefined ? what : `${what} (${why})`,
    hint ?? "hooklens -v doctor prints details",
  );
}

const tones: Readonly<Record<Finding["status"], Tone>> = { ok: "ok", warn: "warn", fail: "error" };

/** Formats a finding: `fail  data directory  /x cannot be used (EACCES)  → Make it writable`. */
export function findingLine({ check, status, detail, fix }: Finding): Line {
  return line(
    span(padEnd(visible(status), 4), tones[status]),
    span(v`  ${padEnd(visible(check), 16)}  ${detail}`),
    ...(fix === null ? [] : [span(v`  → ${fix}`, "accent")]),
  );
}
