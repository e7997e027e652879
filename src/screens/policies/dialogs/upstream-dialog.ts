import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import { blank, line, span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import { dialogRows, listBox, listBoxColumns } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { differingDocuments, upstreamSlice } from "../state/upstream.ts";
import { revisionLines, standingSpan } from "./upstream.ts";

/** List of the documents that differ from the fetched revision. */
export interface UpstreamList {
  readonly kind: "upstream";
  readonly view: ListView;
}

export const upstreamKind = dialogKind<UpstreamList>("upstream");

/** Returns the selected document of the open list; null if there is none. */
export function selectedDocument(state: AppState): UpstreamDocument | null {
  const open = upstreamKind.find(state);
  const all = differingDocuments(upstreamSlice.get(state));
  return open === null ? null : (all[Math.min(open.view.selected, all.length - 1)] ?? null);
}

export const upstreamDialog: Dialog<UpstreamList> = {
  kind: "upstream",
  helpTitle: "Upstream documents",
  hasListKeys: true,
  showsDisabledReason: true,
  copyText: (state) => selectedDocument(state)?.name ?? null,
  list: (state, open) =>
    viewList(open.view, differingDocuments(upstreamSlice.get(state)).length, dialogRows(state), (view) =>
      upstreamKind.put({ ...open, view }),
    ),
  box(state, open) {
    const width = listBoxColumns(state);
    const rows = differingDocuments(upstreamSlice.get(state)).map((document) => {
      const standing = standingSpan(document);
      return line({ ...standing, text: v`${standing.text.padEnd(18)}` }, span(visible(document.name)));
    });
    return listBox(state, {
      title: v`Upstream`,
      head: [...revisionLines(state).flatMap((one) => wrapProse(one, width, 2)), blank],
      rows,
      view: open.view,
      empty: v`No document differs from upstream.`,
    });
  },
};
