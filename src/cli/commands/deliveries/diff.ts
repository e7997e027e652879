import type { Change } from "../../../exports/changes.ts";
import { compareDeliveries } from "../../../exports/compare-deliveries.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { readDelivery } from "./log.ts";

/**
 * Runs `deliveries diff SEQ SEQ`.
 * @returns exit code 0 if the deliveries are equal, else 1
 * @throws {NotFoundError}
 */
export async function diffDeliveries(
  { settings, print }: Invocation,
  before: string,
  after: string,
): Promise<number> {
  const location = storeLocation(settings);
  const [older, newer] = [readSeq(before), readSeq(after)];
  const { changes, sameBytes } = compareDeliveries(
    await readDelivery(location, older),
    await readDelivery(location, newer),
  );
  await print({
    table: () => (changes.length === 0 ? [line(span(unchanged(sameBytes)))] : changes.flatMap(changeLines)),
    json: () => ({ seqs: [older, newer], sameBytes, changes }),
    quiet: () => changes.map(({ path }) => path),
  });
  return changes.length === 0 && sameBytes ? 0 : 1;
}

function unchanged(sameBytes: boolean): Visible {
  return sameBytes ? v`No changes.` : v`No changes, but the bodies are written differently.`;
}

/** Formats the path of a change, and below it the earlier and the later value. */
function changeLines({ path, before, after }: Change): readonly Line[] {
  return [
    line(span(v`${path}`, "strong")),
    ...(before === undefined ? [] : [line(span(v`  - ${valueText(before)}`, "error"))]),
    ...(after === undefined ? [] : [line(span(v`  + ${valueText(after)}`, "ok"))]),
  ];
}

/** Maximum characters of a value; `--format json` has all of them. */
const longestValue = 2000;

function valueText(value: unknown): string {
  const text = machineJson(value);
  const more = text.length - longestValue;
  return more > 0 ? `${text.slice(0, longestValue)}… (${plural(more, "more character")})` : text;
}
