import type { PageClause, PageColumn, PolicyPage } from "../../../policy-service/policy-page.ts";
import { weightShade } from "../../../policy/matrix/matrix.ts";
import { signs } from "../../../policy/signs.ts";
import { type Line, type Span, blank, cutLine, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { weightText } from "../../../text/weight-text.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { enforcementSpans } from "../lines/labeled-lines.ts";
import { lossWords } from "../lines/loss-words.ts";
import { fullIds } from "../lines/names.ts";
import { titleText } from "../matrix/matrix-layout.ts";

/** Maximum columns of the ID of a clause. */
const maxId = 24;

/**
 * Formats the carriers of an axis: its weight, the loss without its only clause or enforcer, and each clause's weight
 * and enforcement.
 */
export function axisLines(page: PolicyPage, column: number, width: number): readonly Line[] {
  const axis = page.columns[column];
  if (axis === undefined) return [];
  const carriers = page.clauses.filter(({ cells }) => (cells[column] ?? null) !== null);
  return [
    ...headLines(axis, width),
    ...supportLines(page, axis, carriers, width),
    ...(carriers.length === 0 ? [] : [blank]),
    ...carrierLines(page, column, width),
  ];
}

function headLines(axis: PageColumn, width: number): readonly Line[] {
  const { clauses, enforcers, totalWeight, mandatoryWeight, isMandatory } = axis;
  const spans: readonly Span[] = [
    span(v` ${axis.axis} ${axis.label}`, "accent"),
    span(v`  ${isMandatory ? "must be enforced" : "need not be enforced"}`, isMandatory ? "strong" : "muted"),
    span(v`  mandatory weight ${weightText(mandatoryWeight)}, total ${weightText(totalWeight)}`),
    span(v`  enforced by ${enforcers} of ${plural(clauses, "clause")}`),
  ];
  return wrapProse({ spans }, width, 1);
}

function supportLines(
  page: PolicyPage,
  { axis, clauses, enforcers, isMandatory }: PageColumn,
  carriers: readonly PageClause[],
  width: number,
): readonly Line[] {
  const [only] = carriers;
  const said = (text: string, tone: Span["tone"]) => wrapWords(span(v` ${text}`, tone), width, 3);
  if (clauses === 0) {
    return said(
      isMandatory ? `${signs.error} No clause carries ${axis}.` : `No clause carries ${axis}.`,
      isMandatory ? "error" : "muted",
    );
  }
  if (clauses === 1) {
    const lost = only === undefined ? null : lossWords(only, page);
    const name = only?.id ?? "one clause";
    return said(
      `${signs.warning} ${name} alone carries it. Without it ${lost ?? `nothing carries ${axis}`}.`,
      "warn",
    );
  }
  if (isMandatory && enforcers === 0) return said(`${signs.error} No clause enforces it.`, "error");
  if (isMandatory && enforcers === 1) {
    const enforcer = carriers.find(({ cells }) =>
      cells[page.columns.findIndex((column) => column.axis === axis)]?.mappings.some(
        ({ enforcement }) => enforcement === "mandatory",
      ),
    );
    return said(
      `${signs.warning} ${enforcer?.id ?? "One clause"} alone enforces it. Without it ${axis} is not enforced.`,
      "warn",
    );
  }
  return said(`${signs.ok} No clause carries it alone.`, "ok");
}

function carrierLines({ clauses }: PolicyPage, column: number, width: number): readonly Line[] {
  const ids = fullIds(clauses.map(({ id }) => id)).map((id) => visible(id));
  const columns = Math.min(maxId, Math.max(0, ...ids.map((id) => displayWidth(id))));
  return clauses.flatMap((clause, index): readonly Line[] =>
    (clause.cells[column]?.mappings ?? []).map(({ weight, enforcement, line: row }) => {
      const id = fit(truncate(ids[index] ?? v``, columns, { where: "middle" }), columns);
      const shade = weight === null ? "?" : weight > 0 ? weightShade(weight) : " ";
      return cutLine(
        line(
          span(v` ${id}`, "strong"),
          span(v`  ${shade} ${(weight === null ? "?" : weightText(weight)).padEnd(5)}`),
          ...enforcementSpans(enforcement),
          span(v`  line ${row}`, "muted"),
          span(v`  ${titleText(clause.title)}`),
        ),
        width,
      );
    }),
  );
}
