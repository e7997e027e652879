import type { ReadDelivery } from "../../../engine/client.ts";
import type { TimeZone } from "../../../text/clock-time.ts";
import { line, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { v } from "../../../text/visible.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { withLinesBelow } from "../../../tui/viewer/lines-below.ts";
import { linesContent, type WholeLine } from "../../../tui/viewer/text-content.ts";
import { differenceLines } from "../compare/difference-lines.ts";
import { namesSubject } from "../compare/previous-delivery.ts";
import type { DetailPane } from "../state/deliveries.ts";
import type { Surroundings } from "../state/surroundings.ts";
import { attemptPaneLines } from "./attempt-lines.ts";
import { factLines, pageLines } from "./facts.ts";
import { bytesPerRow, hexLines } from "./hex-lines.ts";
import { deliveryLine, originLines, relatedSections } from "./related-lines.ts";
import { payloadContentOf, schemaLines } from "./request-content.ts";
import { answerLines, headerLine, responseSections } from "./response-section.ts";
import { note, section, whole } from "./sections.ts";
import { timelineLines } from "./timeline.ts";

/** Delivery as its detail draws it. */
export interface ShownDelivery {
  readonly detail: ReadDelivery;
  /** Other deliveries that it names; null until they are read. */
  readonly surroundings: Surroundings | null;
  readonly zone: TimeZone;
  /** Columns of the text. */
  readonly columns: number;
  /** True if the request has its own pane, without a header. */
  readonly isSplit: boolean;
}

/** Creates the content of a tab of the delivery detail, once per shown state: scrolling needs it at every key. */
export function deliveryContent(shown: ShownDelivery, pane: DetailPane): ViewerContent {
  const { detail, surroundings, zone, columns, isSplit } = shown;
  const contentOf = pane === "request" ? requestContent : sideContent;
  return contentOf(detail, pane, surroundings, zone, columns, isSplit);
}

const requestContent = memo(createContent);
const sideContent = memo(createContent);

function createContent(
  detail: ReadDelivery,
  pane: DetailPane,
  surroundings: Surroundings | null,
  zone: TimeZone,
  columns: number,
  isSplit: boolean,
): ViewerContent {
  const shown = { detail, surroundings, zone, columns, isSplit };
  const perRow = bytesPerRow(columns);
  switch (pane) {
    case "request":
      return withLinesBelow(
        payloadContentOf(detail, perRow),
        section(v`schema`, columns - cursorColumns, schemaLines(detail)),
        comparisonSection(shown),
      );
    case "response":
      return linesContent(responsePaneLines(shown), true);
    case "headers":
      return linesContent(detail.headers.map(headerLine));
    case "attempts":
      return linesContent(attemptPaneLines(detail, zone));
    case "raw":
      return linesContent(rawLines(detail.body, perRow));
  }
}

function rawLines(body: Uint8Array, perRow: number): readonly WholeLine[] {
  if (body.length === 0) return [note("The request had no body, or it was not read.")];
  return hexLines(body, perRow).map((row) => whole(line(span(row)), 0));
}

/** Columns of the mark of the cursor. */
const cursorColumns = 1;

/** Draws the difference of a delivery from its original or predecessor. */
function comparisonSection({ detail, surroundings, columns, zone }: ShownDelivery): readonly WholeLine[] {
  const isReplay = detail.replayOf !== null;
  if (surroundings === null || (!isReplay && !namesSubject(detail))) return [];
  const width = columns - cursorColumns;
  const { previous } = surroundings;
  const removed = note("It was removed.");
  const lines =
    previous === null
      ? [isReplay ? removed : note("There is none.")]
      : [
          deliveryLine(previous.delivery, zone),
          ...(previous.difference === null
            ? [removed]
            : differenceLines(previous.difference, width).map((row) => whole(row))),
        ];
  return section(isReplay ? v`compared with its original` : v`compared with the previous one`, width, lines);
}

function responsePaneLines({ detail, surroundings, columns, zone, isSplit }: ShownDelivery) {
  const width = columns - cursorColumns;
  const answer = answerLines(detail);
  const timeline = section(v`timeline`, width, timelineLines(detail, zone));
  const response = responseSections(detail, width);
  return [
    ...answer,
    ...(isSplit ? section(v`request`, width, factLines(detail, zone)) : []),
    ...(isSplit ? [...timeline, ...response] : [...response, ...timeline]),
    ...(isSplit ? [] : section(v`repeats`, width, originLines(detail))),
    ...(surroundings === null ? [] : relatedSections(detail, surroundings, zone, width)),
    ...section(v`pages`, width, pageLines(detail)),
  ];
}
