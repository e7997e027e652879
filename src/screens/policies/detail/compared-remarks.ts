import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ChangedCell } from "../../../policy/diff/placed-changes.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { changedFields, wasText } from "../select/changes.ts";
import { cellRange } from "../select/places.ts";
import type { SourceLines } from "../select/source-lines.ts";

/**
 * Returns what changed cells were in the compared version, by the line of their weight or enforcement, and changed fields
 * of the general provisions, by their line.
 */
export function comparedRemarks(page: PolicyPage, source: SourceLines): ReadonlyMap<number, readonly Span[]> {
  const remarks = new Map<number, readonly Span[]>();
  const { name, diff } = page.compared;
  if (!("cells" in diff)) return remarks;
  for (const changed of diff.cells) {
    const cell = { row: changed.clause, column: changed.axis };
    const range = cellRange(page, source, cell);
    if (range === null) continue;
    for (const { key, was } of differences(page, name, changed)) {
      const found = keyLine(source, range.first, range.last, key);
      const { glyph, tone } = directionStyles[changed.direction];
      const remark = span(v`  ${glyph} ${was}`, tone);
      remarks.set(found, [...(remarks.get(found) ?? []), remark]);
    }
  }
  for (const { path, direction, was } of changedFields(page)) {
    const field = page.general?.fields.find((one) => one.path === path);
    if (field === undefined) continue;
    const { glyph, tone } = directionStyles[direction];
    const said = wasText(was, page.compared);
    remarks.set(field.line - 1, [span(v`  ${glyph} ${said}`, tone)]);
  }
  return remarks;
}

/** Returns the fields of a cell that were different, with words about what they were. */
function differences(
  { clauses }: PolicyPage,
  name: string,
  { clause, axis, was }: ChangedCell,
): readonly { readonly key: keyof typeof keys; readonly was: string }[] {
  const now = clauses[clause]?.cells[axis] ?? null;
  if (now === null) return [];
  if (was === null) return [{ key: "axis", was: wasText(null, { name }) }];
  const fields = [
    { key: "weight", before: was.weight, after: now.weight },
    { key: "enforcement", before: was.enforcement, after: now.enforcement },
  ] as const;
  return fields.flatMap(({ key, before, after }) =>
    before === after ? [] : [{ key, was: wasText(String(before), { name }) }],
  );
}

/** Keys of the fields of a mapping. */
const keys = {
  axis: /(?:^|[\s{,-])["']?axis["']? *:/,
  weight: /(?:^|[\s{,-])["']?weight["']? *:/,
  enforcement: /(?:^|[\s{,-])["']?enforcement["']? *:/,
};

/** Returns the line of a key in a range, otherwise the first. */
function keyLine({ lines }: SourceLines, first: number, last: number, key: keyof typeof keys): number {
  const within = lines.slice(first, last + 1).findIndex((line) => keys[key].test(line));
  return first + Math.max(0, within);
}
