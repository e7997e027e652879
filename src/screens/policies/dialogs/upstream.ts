import { upstreamText } from "../../../model/upstream.ts";
import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import type { ComparedRevision, UpstreamDiff } from "../../../policy-service/upstream-methods.ts";
import { signs } from "../../../policy/signs.ts";
import { blank, type Line, line, type Span, span, type Tone } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { timeAgo } from "../../../text/relative-time.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { dialogRows, listBox, listBoxColumns } from "../../../tui/dialogs/list-box.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { type ListView, positionOf, scrollingText, viewList } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { diffLines, textDiffLines } from "../detail/diff-lines.ts";
import { differingDocuments, isOpen, upstreamNews, upstreamSlice } from "../state/upstream.ts";

/** Shortens a commit as git does. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

const documentStyles: Readonly<
  Record<UpstreamDocument["standing"], readonly [glyph: string, word: string, Tone]>
> = {
  same: ["=", "same", "muted"],
  differs: [signs.differs, "differs", "warn"],
  new: ["+", "new upstream", "warn"],
  removed: [signs.deleted, "removed upstream", "warn"],
  ours: [signs.neutral, "only here", "muted"],
  "too-large": [signs.error, "too large", "error"],
};

/** Describes the state of a document relative to upstream, with a glyph and a word. */
function standingSpan(document: UpstreamDocument): Span {
  const [glyph, word, tone] = documentStyles[document.standing];
  return document.isKept ? span(v`${signs.ok} ours kept`, "muted") : span(v`${glyph} ${word}`, tone);
}

/**
 * Returns the open upstream matter for the status line: an unfetched update, or differing documents; empty if none.
 */
export function upstreamStatus(state: AppState, registry: Registry): readonly Span[] {
  const upstream = upstreamSlice.get(state);
  if (upstream.isFetching) return [span(v` · fetching upstream…`, "muted")];
  const news = upstreamNews(upstream);
  const key = keyOf(registry, "policies.upstream");
  if (news !== null) {
    const ago = timeAgo(news.atMs, windowSlice.get(state).nowMs);
    return news.sha === null
      ? [span(v` · ${signs.warning} upstream branch deleted ${ago}`, "warn")]
      : [span(v` · ${signs.warning} upstream moved to ${shortSha(news.sha)} ${ago}, ${key} fetches`, "warn")];
  }
  const open = differingDocuments(upstream).filter(isOpen).length;
  if (open === 0 || upstream.fetched === null) return [];
  return [
    span(
      v` · ${plural(open, "difference")} from upstream ${shortSha(upstream.fetched.sha)}, ${key} shows`,
      "warn",
    ),
  ];
}

/** Describes the fetched revision: branch, commit and age, and the numbers of documents. */
export function revisionLines(state: AppState): readonly Line[] {
  const { link, fetched } = upstreamSlice.get(state);
  if (link === null || fetched === null) return [];
  const ago = timeAgo(fetched.fetchedAtMs, windowSlice.get(state).nowMs);
  const number = (standing: UpstreamDocument["standing"]) =>
    fetched.documents.filter((one) => one.standing === standing).length;
  const counts = (["differs", "new", "removed", "same", "ours", "too-large"] as const).flatMap((standing) => {
    const of = number(standing);
    if (of === 0) return [];
    const word = standing === "differs" && of > 1 ? "differ" : documentStyles[standing][1];
    return `${count(of)} ${word}`;
  });
  return [
    line(span(v`${upstreamText(link)} at ${shortSha(fetched.sha)}, fetched ${ago}`)),
    line(span(v`${counts.join(" · ")}`, "muted")),
  ];
}

/** Describes a directory without differences from a fetched revision; documents only here are no differences. */
export function sameText({ sha, documents }: Pick<ComparedRevision, "sha" | "documents">): string {
  const revision = `upstream ${shortSha(sha)}`;
  const ours = documents.filter(({ standing }) => standing === "ours").length;
  if (ours === 0)
    return documents.length === 0
      ? `There is no policy in ${revision}`
      : `Every document matches ${revision}`;
  const same = documents.length - ours;
  if (same === 0)
    return `There is no policy in ${revision}; ${plural(ours, "document is", "documents are")} only here`;
  return `${plural(same, "document matches", "documents match")} ${revision}, ${count(ours)} only here`;
}

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

/** Comparison of our version of a document with upstream's. */
export interface UpstreamComparison extends UpstreamDiff {
  readonly kind: "upstream-comparison";
  /** Document with the contents that are compared. */
  readonly document: UpstreamDocument;
  /** First visible line. */
  readonly top: number;
}

export const comparisonKind = dialogKind<UpstreamComparison>("upstream-comparison");

/** Returns the changes from taking upstream's version: in policy terms, else by lines. */
export function comparisonLines({ diff, lines }: UpstreamDiff, width: number): readonly Line[] {
  const problem = "problem" in diff ? diff.problem : diff.notCompared;
  if (!("problem" in diff)) {
    if (diff.changes.length > 0) return diffLines({ kind: "file", name: "ours", diff }, null, width).lines;
    if (problem === undefined) return [line(span(v`Only comments or layout differ.`))];
  }
  const why = wrapWords(span(v`Compared by lines: ${problem ?? ""}.`, "muted"), width);
  return [...why, blank, ...textDiffLines(lines, width)];
}

function layoutOf(state: AppState, open: UpstreamComparison) {
  const width = contentColumns(state, windowSlice.get(state).size.columns);
  const drawn = comparisonLines(open, width);
  const note = [line(span(v`Taking upstream's version changes:`, "muted")), blank];
  const all = contentRows(state);
  const head = all > 8 || windowSlice.get(state).isLinear ? note : [];
  return { width, head, drawn, rows: Math.max(1, all - head.length) };
}

/** Dialog with the comparison, as high as the window. */
export const comparisonDialog: Dialog<UpstreamComparison> = {
  kind: "upstream-comparison",
  helpTitle: "Comparison with upstream",
  hasListKeys: true,
  showsDisabledReason: true,
  list(state, open) {
    const { drawn, rows } = layoutOf(state, open);
    return scrollingText(open.top, drawn.length, rows, (top) => comparisonKind.put({ ...open, top }));
  },
  box(state, open) {
    const { width, head, drawn, rows } = layoutOf(state, open);
    const top = Math.max(0, Math.min(open.top, drawn.length - rows));
    return box(state, {
      title: truncate(v`${open.name}: ours → upstream`, Math.max(1, width - 2), { where: "middle" }),
      lines: [...head, ...drawn.slice(top, top + rows)],
      cursor: null,
      width,
      position: positionOf(top, rows, drawn.length),
    });
  },
};
