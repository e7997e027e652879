import { line, span } from "../../../text/line.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v } from "../../../text/visible.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { type ViewerState, viewerIn } from "../../../tui/viewer/state.ts";
import { textContent } from "../../../tui/viewer/text-content.ts";
import { detailSize } from "../layout.ts";
import type { PolicyPage } from "../page/policy-page.ts";
import { currentPlace, policiesSlice, setPolicies, shownPage } from "../state.ts";

interface KnownContent {
  readonly current: number;
  readonly content: ViewerContent;
}

/** Last content of each page, which scrolling asks for at every key. */
const known = new WeakMap<PolicyPage, KnownContent>();

/** Creates the content of a source: its lines behind their numbers, with a mark at the current one. */
function sourceContent(page: PolicyPage, current: number): ViewerContent {
  const last = known.get(page);
  if (last?.current === current) return last.content;
  const lines = visibleLines(page.source);
  const digits = String(lines.length).length;
  const content = textContent({
    source: lines,
    count: lines.length,
    grows: false,
    at(index) {
      const isCurrent = index === current - 1;
      const number = v`${isCurrent ? "❯" : " "}${String(index + 1).padStart(digits)} │ `;
      return {
        line: line(span(number, isCurrent ? "accent" : "muted"), span(lines[index] ?? v``)),
        lead: number.length,
        indent: number.length,
      };
    },
    textAt: (index) => lines[index] ?? "",
  });
  known.set(page, { current, content });
  return content;
}

/** Lines visible before the current one. */
const linesBefore = 2;

/** Returns the viewer of the policy's source; null while it is not shown. */
export function sourceViewer(state: AppState): PaneViewer | null {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  if (page === null || policies.pane !== "source") return null;
  const current = currentPlace(policies).line;
  return {
    state: stateAt(policies.viewer, page.path, current),
    content: sourceContent(page, current),
    size: detailSize(state),
    y: 0,
    put: (viewer) => setPolicies({ viewer }),
  };
}

/** Returns the state for a source, which starts at the line of the selected finding, cell or clause. */
function stateAt(viewer: ViewerState, path: string, current: number): ViewerState {
  const of = `${current} ${path}`;
  if (viewer.of === of) return viewer;
  const line = Math.max(0, current - 1 - linesBefore);
  return { ...viewerIn(viewer, of), top: { line, row: 0 }, cursor: current - 1 };
}
