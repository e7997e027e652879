import type { TestResult } from "../../../../engine/webhook-test.ts";
import { documentedEvents } from "../../../../model/event.ts";
import { duration } from "../../../../text/duration.ts";
import { blank, type Line, line, span } from "../../../../text/line.ts";
import { memo } from "../../../../text/memo.ts";
import { v } from "../../../../text/visible.ts";
import { box, contentColumns, contentRows } from "../../../../tui/dialogs/box.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { Command } from "../../../../tui/records/command.ts";
import type { Dialog } from "../../../../tui/records/screen.ts";
import { closeDialog, dialogKind } from "../../../../tui/state/nav.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import type { ViewerContent } from "../../../../tui/viewer/content.ts";
import type { PaneViewer } from "../../../../tui/viewer/pane-viewer.ts";
import { initialViewer, type ViewerState } from "../../../../tui/viewer/state.ts";
import { linesContent } from "../../../../tui/viewer/text-content.ts";
import { drawViewer } from "../../../../tui/viewer/view.ts";
import { responseLines } from "../../../response-lines.ts";
import type { TestForm } from "./test-form.ts";

/** Response to a test. */
export interface TestResultPage {
  readonly kind: "test-result";
  readonly webhookId: string;
  /** Event and repo, for texts. */
  readonly name: string;
  readonly secretSent: boolean;
  /** True if the webhook has a secret. */
  readonly hasSecret: boolean;
  readonly result: TestResult;
  readonly viewer: ViewerState;
}

export const testResultKind = dialogKind<TestResultPage>("test-result");

/** Creates the page of a sent test. */
export function testResultPage(
  { webhook, event, repo, withSecret }: TestForm,
  result: TestResult,
): TestResultPage {
  const { scope = "", action = "" } = documentedEvents[event] ?? {};
  return {
    kind: "test-result",
    webhookId: webhook.id,
    name: `${scope} ${action} of ${repo.value.trim()}`,
    secretSent: withSecret,
    hasSecret: (webhook.secret ?? "") !== "",
    result,
    viewer: { ...initialViewer, of: result.startedAt },
  };
}

/** Columns before the later rows of a wrapped line. */
const wrapIndent = 4;
/** Preferred columns of the page. */
const pageColumns = 110;

/** Returns the content of a result, which every frame and every key asks for. */
const contentOf = memo(
  (result: TestResult, name: string, hasSecret: boolean, secretSent: boolean): ViewerContent => {
    const lines = resultLines({ result, name, hasSecret, secretSent });
    return linesContent(lines.map((row) => ({ line: row, indent: wrapIndent })));
  },
);

type SentTest = Pick<TestResultPage, "result" | "name" | "hasSecret" | "secretSent">;

function resultLines({ name, secretSent, hasSecret, result }: SentTest): readonly Line[] {
  const { target, status, error, durationMs, location, truncated } = result;
  const isOk = status !== null && status >= 200 && status < 300;
  const took = span(v` in ${duration(durationMs)}`, "muted");
  const isRefused = (status === 401 || status === 403) && hasSecret && !secretSent;
  return [
    status === null
      ? line(span(v`✗ no response: ${error ?? "unknown reason"}`, "error"), took)
      : line(span(v`${isOk ? "✓" : "✗"} ${status}`, isOk ? "ok" : "error"), took),
    ...(location === null
      ? []
      : [line(span(v`▲ It redirects to ${location}; hooklens did not follow.`, "warn"))]),
    ...(isRefused ? [line(span(v`▲ The webhook's secret was not sent.`, "warn"))] : []),
    blank,
    line(span(v`  ${name}`, "muted")),
    line(span(v`  POST ${target}, ${secretSent ? "with its secret" : "without a secret"}`, "muted")),
    ...(status === null ? [] : [blank, line(span(v`Response`, "strong")), ...responseLines(result)]),
    ...(truncated ? [line(span(v`    the rest was not read`, "muted"))] : []),
  ];
}

function viewerOf(state: AppState, page: TestResultPage): PaneViewer {
  const { result, name, hasSecret, secretSent } = page;
  return {
    state: page.viewer,
    content: contentOf(result, name, hasSecret, secretSent),
    size: { columns: contentColumns(state, pageColumns), rows: Math.min(contentRows(state), 30) },
    y: 0,
    put: (viewer) => testResultKind.put({ ...page, viewer }),
  };
}

export const testResultDialog: Dialog<TestResultPage> = {
  kind: "test-result",
  helpTitle: "Response to a test",
  hasListKeys: true,
  viewer: viewerOf,
  copyText: (_state, { webhookId }) => webhookId,
  box(state, page) {
    const { state: viewer, content, size } = viewerOf(state, page);
    const { lines, caret, position } = drawViewer(viewer, content, size, true);
    return box(state, {
      title: v`Test of webhook ${page.webhookId}`,
      lines,
      cursor: caret === null ? null : { x: caret, y: 0 },
      width: size.columns,
      position,
    });
  },
};

export const testResultCommands: readonly Command[] = [
  {
    id: "test-result.close",
    scope: "test-result",
    ...act("back", "leave", "open"),
    title: "Close the response",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
