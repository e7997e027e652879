import { upstreamText } from "../../../model/upstream.ts";
import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import type { ComparedRevision } from "../../../policy-service/upstream-methods.ts";
import { type Line, type Span, type Tone, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { timeAgo } from "../../../text/relative-time.ts";
import { v } from "../../../text/visible.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { differingDocuments, isOpen, upstreamNews, upstreamSlice } from "../state/upstream.ts";

/** Shortens a commit as git does. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

const documentStyles: Readonly<
  Record<UpstreamDocument["standing"], readonly [glyph: string, word: string, Tone]>
> = {
  same: ["=", "same", "muted"],
  differs: ["≠", "differs", "warn"],
  new: ["+", "new upstream", "warn"],
  removed: ["−", "removed upstream", "warn"],
  ours: ["·", "only here", "muted"],
  "too-large": ["✗", "too large", "error"],
};

/** Describes the standing of a document with a glyph and a word. */
export function standingSpan(document: UpstreamDocument): Span {
  const [glyph, word, tone] = documentStyles[document.standing];
  return document.isKept ? span(v`✓ ours kept`, "muted") : span(v`${glyph} ${word}`, tone);
}

/**
 * Returns the open matter of the user, for the status line: an update that was not fetched, or documents that differ;
 * empty if nothing does.
 */
export function upstreamStatus(state: AppState, registry: Registry): readonly Span[] {
  const upstream = upstreamSlice.get(state);
  if (upstream.isFetching) return [span(v` · fetching upstream…`, "muted")];
  const news = upstreamNews(upstream);
  const key = keyOf(registry, "policies.upstream");
  if (news !== null) {
    const ago = timeAgo(news.atMs, windowSlice.get(state).nowMs);
    return news.sha === null
      ? [span(v` · ▲ upstream branch deleted ${ago}`, "warn")]
      : [span(v` · ▲ upstream moved to ${shortSha(news.sha)} ${ago}, ${key} fetches`, "warn")];
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

/** Says how the directory is like a fetched revision without differences: documents that only the directory has are none. */
export function sameText({ sha, documents }: Pick<ComparedRevision, "sha" | "documents">): string {
  const revision = `upstream ${shortSha(sha)}`;
  const ours = documents.filter(({ standing }) => standing === "ours").length;
  if (ours === 0)
    return documents.length === 0
      ? `There is no policy in ${revision}`
      : `Every document is as in ${revision}`;
  const same = documents.length - ours;
  if (same === 0)
    return `There is no policy in ${revision}; ${plural(ours, "document is", "documents are")} only here`;
  return `${plural(same, "document is", "documents are")} as in ${revision}, ${count(ours)} only here`;
}
