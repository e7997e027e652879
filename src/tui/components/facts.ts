import { line, span, type Line, type Span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapProse } from "../../text/wrap.ts";

/** Label and value of a detail. */
export interface Fact {
  readonly label: string;
  readonly value: readonly Span[];
  /** Break places of values with few spaces. */
  readonly breaks?: RegExp | undefined;
}

const labelColumns = 10;

/** Draws facts with their labels at the left and wrapped values beside them. */
export function factLines(facts: readonly Fact[], width: number): readonly Line[] {
  return facts.flatMap(({ label, value, breaks }) => {
    const rows = wrapProse(line(...value), Math.max(1, width - labelColumns), 0, breaks);
    return rows.map(({ spans }, index) =>
      line(span(v`${(index === 0 ? label : "").padEnd(labelColumns)}`, "muted"), ...spans),
    );
  });
}
