import { webhookTable } from "../../../tables/webhooks.ts";
import { type Line, type Span, blank, dimmedLine, fitLine, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { noMatch } from "../../../tui/components/no-match.ts";
import { paragraph } from "../../../tui/components/paragraph.ts";
import { fitTable, tableHead, tableRow } from "../../../tui/components/table.ts";
import { textFilterLine } from "../../../tui/components/text-filter-line.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import { keepInView, positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { filterProblem, isFiltered } from "../../../tui/text-filter.ts";
import { sessionSlice } from "../../connection-state.ts";
import { firstSteps } from "../../first-steps.ts";
import { webhookActivitySlice } from "../state/activity.ts";
import { actedOn, bulkSlice, switchOf } from "../state/bulk.ts";
import type { WebhookHeading } from "../state/groups.ts";
import { overlappingWebhooks } from "../state/overlaps.ts";
import { webhookViewSlice } from "../state/view.ts";
import {
  listedWebhooks,
  listLines,
  loadError,
  webhookList,
  webhooksSlice,
  webhooksView,
  allWebhooks,
} from "../state/webhooks.ts";

/** Draws the list of webhooks below its filter, or first steps without webhooks. */
export function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const { busy, items } = webhooksSlice.get(state);
  const view = webhookViewSlice.get(state);
  const lines = listLines(state);
  const listed = listedWebhooks(state);
  const head = isFiltered(view)
    ? textFilterLine(
        view,
        { shown: listed.length, total: items.length, example: v`failing -disabled` },
        width,
      )
    : null;
  const above = head === null ? [] : [head.line];
  const cursor = head === null || head.caret === null ? null : { x: head.caret, y: 0 };
  const title = listTitle(state);
  if (listed.length === 0) {
    const empty =
      items.length > 0
        ? noMatch("webhooks", "webhooks.back", width, registry, filterProblem(view))
        : emptyList(state, width, registry);
    return { title, lines: [...above, ...empty], cursor };
  }
  const { rows } = webhookList(state);
  const { nowMs } = windowSlice.get(state);
  const table = fitTable(state, webhookTable, listed, { busy, nowMs }, width);
  const shown = keepInView(webhooksView(state), lines.length, rows);
  const isStale = sessionSlice.get(state).hub.link.state === "lost";
  const marks = new Set(view.marks);
  const drawn = lines.slice(shown.top, shown.top + rows).map((one, index) => {
    if ("heading" in one) return headingLine(one, width);
    const row = tableRow(table, one, shown.top + index === shown.selected, marks.has(one.id));
    return isStale ? dimmedLine(row) : row;
  });
  return {
    title,
    lines: [...above, tableHead(table), ...drawn],
    position: positionOf(shown.top, rows, lines.length),
    foot: listFoot(state, registry),
    cursor,
  };
}

/** Names the source of the activity if the hub does not report it. */
function listTitle(state: AppState): readonly Span[] {
  const { from } = webhookActivitySlice.get(state);
  return [
    span(v`Webhooks`),
    ...(from === "receiver" ? [span(v` · activity seen by this receiver`, "muted")] : []),
  ];
}

function headingLine({ heading, count: webhooks }: WebhookHeading, width: number): Line {
  return fitLine({ spans: [span(v` ${heading}`, "accent"), span(v` · ${count(webhooks)}`, "muted")] }, width);
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const webhooks = webhooksSlice.get(state);
  const session = sessionSlice.get(state);
  if (webhooks.loadedAtMs === null) {
    const { local, name } = session.hub;
    const error = loadError(state);
    if (error !== null) return [blank, ...wrapWords(span(v`  ✗ ${error}`, "error"), width, 4)];
    const doing = local ? v`  Starting the hub…` : v`  Loading from ${name}…`;
    return [blank, line(span(doing, "muted"))];
  }
  const where = session.hub.local
    ? v`This is the local hub; it needs no account and no network. Set HF_TOKEN to use the real Hub.`
    : v`Connected to ${session.hub.name}.`;
  return [
    ...paragraph([span(v`No webhooks yet.`)], width),
    ...firstSteps(state, { width, isHere: false, registry }),
    blank,
    ...paragraph([span(where, "muted")], width),
  ];
}

/** Draws what runs, or the marks with the keys that act on them, or else what is wrong with the webhooks. */
function listFoot(state: AppState, registry: Registry): readonly Span[] {
  const { running } = bulkSlice.get(state);
  if (running !== null) {
    const { doing, done, failed, total } = running;
    const failures = failed === 0 ? [] : [span(v` · ${count(failed)} failed`, "error")];
    return [span(v`${doing} ${count(done + failed)} of ${count(total)}`, "accent"), ...failures];
  }
  const { marks } = webhookViewSlice.get(state);
  if (marks.length === 0) return problems(state);
  return [
    span(v`${count(marks.length)} marked: `, "accent"),
    keySpan(registry, "webhooks.toggle"),
    span(v` ${visible(switchOf(actedOn(state)))}  `),
    keySpan(registry, "webhooks.delete"),
    span(v` delete`),
  ];
}

function problems(state: AppState): readonly Span[] {
  const rows = allWebhooks(state);
  const failing = rows.filter(({ health }) => health?.tone === "error").length;
  const overlapping = overlappingWebhooks(rows).size;
  const nowhere = rows.filter(({ isNowhere }) => isNowhere === true).length;
  return [
    ...(failing === 0 ? [] : [span(v`${count(failing)} failing`, "error")]),
    ...(overlapping === 0
      ? []
      : [span(v`${count(overlapping)} ${overlapping === 1 ? v`overlap` : v`overlaps`}`, "warn")]),
    ...(nowhere === 0
      ? []
      : [span(v`${count(nowhere)} ${nowhere === 1 ? v`points` : v`point`} nowhere`, "warn")]),
  ].flatMap((one, index) => (index === 0 ? [one] : [span(v`, `, "muted"), one]));
}
