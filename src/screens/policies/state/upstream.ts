import { type UpstreamBranch, upstreamText } from "../../../model/upstream.ts";
import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import type { ComparedRevision } from "../../../policy-service/upstream-methods.ts";
import { nextAge } from "../../../tui/clock.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { PolicyEntry } from "../select/policies-state.ts";

/** Update of the branch, found in the delivery log. */
export interface UpstreamNews {
  /** Number of the delivery. */
  readonly seq: number;
  readonly atMs: number;
  /** Commit of the branch; null if it was deleted. */
  readonly sha: string | null;
}

export interface UpstreamState {
  /** Upstream branch of the directory, or null. */
  readonly link: UpstreamBranch | null;
  /** Newest update in the log; null if there is none. */
  readonly news: UpstreamNews | null;
  /** Latest fetched revision; null before the first. */
  readonly fetched: ComparedRevision | null;
  readonly isFetching: boolean;
}

export const initialUpstream: UpstreamState = { link: null, news: null, fetched: null, isFetching: false };

/** State of the upstream repo of the directory. */
export const upstreamSlice = createSlice("upstream", initialUpstream, {});
export const { set: setUpstream } = upstreamSlice.actions;

/** Returns the unfetched update of the branch, or null. */
export function upstreamNews({ news, fetched }: UpstreamState): UpstreamNews | null {
  if (news === null) return null;
  const isKnown = fetched !== null && (news.sha === fetched.sha || news.atMs <= fetched.fetchedAtMs);
  return isKnown ? null : news;
}

/** Returns true for an undecided document: take upstream's version, or keep ours. */
export function isOpen({ standing, isKept }: UpstreamDocument): boolean {
  return !isKept && (standing === "differs" || standing === "new" || standing === "removed");
}

/** Returns the documents that differ from upstream, open ones first. */
export function differingDocuments({ fetched }: UpstreamState): readonly UpstreamDocument[] {
  const all = fetched?.documents ?? [];
  const rank = (one: UpstreamDocument) => (isOpen(one) ? 0 : one.standing === "too-large" ? 1 : 2);
  return all
    .filter(({ standing }) => standing !== "same" && standing !== "ours")
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the upstream state of each marked document, by name. */
export function listedStandings({
  documents,
}: ComparedRevision): ReadonlyMap<string, NonNullable<PolicyEntry["upstream"]>> {
  return new Map(
    documents.flatMap(({ name, standing, isKept }) => {
      if (standing !== "differs" && standing !== "removed") return [];
      return [[name, isKept ? "kept" : standing]];
    }),
  );
}

export const requireUpstream = (state: AppState): string | null => {
  const { link, isFetching } = upstreamSlice.get(state);
  if (link === null) return "no repo is linked; set policies: [{dir, repo}] in the config file";
  return isFetching ? `${upstreamText(link)} is being fetched` : null;
};

/** Returns the next tick of the age of the update; `Infinity` without one. */
export function upstreamTickMs(state: AppState, nowMs: number): number {
  const news = upstreamNews(upstreamSlice.get(state));
  return news === null ? Number.POSITIVE_INFINITY : nextAge(news.atMs, windowSlice.get(state).nowMs, nowMs);
}
