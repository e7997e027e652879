import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";

/** Result of one check. */
export interface Finding {
  /** Stable name: `data directory`. */
  readonly check: string;
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** Suggested fix; null for the status `ok`. */
  readonly fix: string | null;
}

/** Creates a finding for a check that passed. */
export function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail, fix: null };
}

/** Creates a finding that needs attention but is not a failure. */
export function warn(check: string, detail: string, fix: string): Finding {
  return { check, status: "warn", detail, fix };
}

/** Creates a finding for a check that failed. */
export function fail(check: string, detail: string, fix: string): Finding {
  return { check, status: "fail", detail, fix };
}

/** Converts an error to a failed finding, with its hint as the fix. */
export function failure(
  check: string,
  error: { readonly what: string; readonly why: string | undefined; readonly hint: string | undefined },
): Finding {
  const { what, why, hint } = error;
  return fail(
    check,
    why === undefined ? what : `${what} (${why})`,
    hint ?? "Run hooklens -v doctor for details",
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
