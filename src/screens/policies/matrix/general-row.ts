import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { directionLooks } from "../../../policy/report/change-lines.ts";
import { generalTitle } from "../../../policy/review/general-provisions.ts";
import { type Line, type Span, blank, fitLine, span } from "../../../text/line.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { fieldName } from "../kit/field-names.ts";
import { changedFields } from "../select/changes.ts";
import type { MatrixLayout } from "./matrix-layout.ts";
import { nameSpans } from "./matrix-row.ts";
import { reviewSpans, signSpans } from "./review-column.ts";

/** Columns that the changed fields have at least. */
const changeColumns = 18;
/** Name of the row. */
export const generalName = v`General`;

/**
 * Draws the general provisions below the clauses: in place of cells, the fields that differ from the compared version.
 * @param selected null if a clause is selected
 * @param isChanged true if a pending change alters them
 */
export function generalRow(
  page: PolicyPage,
  layout: MatrixLayout,
  selected: { readonly isFocused: boolean } | null,
  isChanged: boolean,
): Line {
  if (page.general === null) return blank;
  const { review } = page.general;
  const room = layout.name + layout.columns.length * layout.cell + layout.weight;
  // The title extends over the cells, except where it would hide what changed.
  const kept = isChanged || changedFields(page).length > 0 ? changeColumns : 0;
  const wanted = displayWidth(generalName) + displayWidth(v` ${generalTitle}`) + 1;
  const name = Math.max(layout.name, Math.min(room - kept, wanted));
  const named = nameSpans(generalName, generalTitle, name);
  const cells = room - name;
  const pending = isChanged ? [span(v`* `, "warn")] : [];
  const changes = [...pending, ...changeSpans(page, cells - 2 * pending.length)];
  const used = changes.reduce((sum, { text }) => sum + displayWidth(text), 0);
  return fitLine(
    {
      spans: [
        span(selected === null ? v` ` : v`❯`, "accent"),
        ...signSpans(review, layout.lead - 1),
        ...(selected?.isFocused === true
          ? named.map(({ text }): Span => ({ text, tone: "plain", selected: true }))
          : named),
        ...changes,
        span(fit(v``, cells - used)),
        ...reviewSpans(review, page.reviewer, layout.review),
      ],
    },
    layout.width,
  );
}

/** Names the fields that differ, as far as they fit: `▼ retention days, quorum`. */
function changeSpans(page: PolicyPage, width: number): readonly Span[] {
  const fields = changedFields(page);
  const [first] = fields;
  if (first === undefined || width < 3) return [];
  const { glyph, tone } = directionLooks[first.direction];
  const names = fields.map(({ path }) => fieldName(path)).join(", ");
  return [span(v`${glyph}`, tone), span(truncate(v` ${names}`, width - 1))];
}
