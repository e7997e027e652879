import { blank, fitLine, type Line, line, lineWidth, span } from "../../text/line.ts";
import { type Visible, v } from "../../text/visible.ts";
import { keySpan } from "../frame/key-label.ts";
import { type ListModel, positionOf, scrollingText } from "../list.ts";
import { moveSelection } from "../move-focused.ts";
import { act, actInField, type Keyed } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { contentRows } from "./box.ts";
import type { Form, FormState } from "./form.ts";

/** Visible part of a preview. */
export interface PreviewState {
  /** Index of the first visible line. */
  readonly top: number;
  /** True if the preview takes the place of the fields. */
  readonly only: boolean;
}

export const initialPreview: PreviewState = { top: 0, only: false };

/** Long text; only visible lines are laid out. */
export interface PreviewText {
  readonly count: number;
  line(index: number): Line;
}

/** Preview below the fields of a form: what its submission sends. */
export interface FormPreview<D> {
  /** Title of its line: `Payload`. */
  readonly title: Visible;
  /** Returns the lines above the text, about the effects of the submission. */
  notes?(form: D, state: AppState, width: number): readonly Line[];
  /** Returns the text; null while it is not known. */
  text(form: D): PreviewText | null;
  /** Returns the preview of a form. */
  get(form: D): PreviewState;
  /** Replaces it. */
  put(form: D, preview: PreviewState): D;
}

/** Minimum rows of the text below the fields. */
const fewestRows = 3;

/** Returns the visible rows of the text: beside the fields, or all of them. */
function textRows(state: AppState, { only }: PreviewState, fieldRows: number): number {
  return Math.max(fewestRows, contentRows(state) - 1 - (only ? 0 : fieldRows));
}

/**
 * Creates the scroll model of the text.
 * @param fieldRows rows of the fields
 */
export function previewList<D extends FormState>(
  form: Pick<Form<D, never>, "kind">,
  preview: FormPreview<D>,
  state: AppState,
  open: D,
  fieldRows: number,
): ListModel {
  const shown = preview.get(open);
  const rows = textRows(state, shown, fieldRows);
  return scrollingText(shown.top, preview.text(open)?.count ?? 0, rows, (top) =>
    form.kind.put(preview.put(open, { ...shown, top })),
  );
}

/** Draws the preview, in as many rows as there are below the fields. */
export function previewLines<D>(
  id: string,
  preview: FormPreview<D>,
  state: AppState,
  open: D,
  { fieldRows, width, registry }: { fieldRows: number; width: number; registry: Registry },
): readonly Line[] {
  const shown = preview.get(open);
  const rows = textRows(state, shown, fieldRows);
  const text = preview.text(open);
  const count = text?.count ?? 0;
  const top = Math.min(shown.top, Math.max(0, count - rows));
  const shownRows = Array.from(
    { length: Math.min(rows, count - top) },
    (_, row) => text?.line(top + row) ?? blank,
  );
  // A screen reader reads whole lines, and no empty ones.
  if (windowSlice.get(state).isLinear) return [line(span(preview.title)), ...shownRows];
  const lines = Array.from({ length: rows }, (_, row) => fitLine(shownRows[row] ?? blank, width));
  const position = count > rows ? v` · ${positionOf(top, rows, count)}` : v``;
  const title = span(v`── ${preview.title}${position} `, "muted");
  const keys = count > rows ? [keySpan(registry, `${id}.preview-down`), span(v` scrolls `, "muted")] : [];
  const free = Math.max(0, width - lineWidth(line(title, ...keys)));
  return [line(title, ...keys, span(v`${"─".repeat(free)}`, "muted")), ...lines];
}

/** Creates the commands that scroll and enlarge the preview. */
export function previewCommands<D extends FormState>(
  { id, kind }: Form<D>,
  preview: FormPreview<D>,
): readonly Command[] {
  const moving = (name: string, keyed: Keyed, title: string, pages: 1 | -1): Command => ({
    id: `${id}.preview-${name}`,
    scope: kind.kind,
    ...keyed,
    title,
    run: (context) => moveSelection(context, (top, _, rows) => top + pages * rows),
  });
  return [
    moving("down", actInField("pageDown"), "Scroll the preview down", 1),
    moving("up", actInField("pageUp"), "Scroll the preview up", -1),
    {
      id: `${id}.preview-only`,
      scope: kind.kind,
      ...act("inFull"),
      title: "Toggle the full preview",
      footerLabel(state) {
        const open = kind.find(state);
        return open !== null && preview.get(open).only ? "fields" : "preview";
      },
      run: ({ store }) =>
        kind.change(store, (open) => {
          const shown = preview.get(open);
          return preview.put(open, { ...shown, only: !shown.only });
        }),
    },
  ];
}
