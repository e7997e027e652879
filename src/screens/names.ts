import { routePath } from "../model/url.ts";
import { formatWatchedItem, knownWatchedTypes } from "../model/watched-item.ts";
import { relativeTime } from "../text/relative-time.ts";
import type { Candidate } from "../tui/completion.ts";
import { createSlice, type AppState } from "../tui/state/slice.ts";
import { windowSlice } from "../tui/state/window.ts";
import { sessionSlice } from "./connection-state.ts";
import { webhooksSlice } from "./webhooks/state/webhooks.ts";

/** Run of a Job to choose. */
export interface NamedJob {
  readonly id: string;
  readonly command: string;
  readonly stage: string;
  readonly createdAt: string | null;
}

/** Names that forms complete. */
export interface NamesState {
  /** Repos of the hub and of the deliveries in the log, as `type:owner/name`. */
  readonly repos: readonly string[];
  /** Runs of Jobs, newest first; null until they are read. */
  readonly jobs: readonly NamedJob[] | null;
  /** Organizations of the account. */
  readonly orgs: readonly string[];
  /** Targets that deliveries were forwarded to, newest first. */
  readonly targets: readonly string[];
  /** Templates of payloads. */
  readonly templates: readonly string[];
}

const initialNames: NamesState = { repos: [], jobs: null, orgs: [], targets: [], templates: [] };

/** Names that forms complete. */
export const namesSlice = createSlice("names", initialNames, {});
export const { set: setNames } = namesSlice.actions;

/** Returns watched items: types, repos, and their owners. */
export function itemCandidates(state: AppState): readonly Candidate[] {
  const { account } = sessionSlice.get(state).hub;
  const names = knownItems(state);
  const owners = new Set(names.flatMap((item) => /:([^/]+)/.exec(item)?.[1] ?? []));
  if (account !== null) owners.delete(account);
  return [
    ...knownWatchedTypes.map((type) => `${type}:`),
    ...names,
    ...(account === null ? [] : [`user:${account}`]),
    ...namesSlice.get(state).orgs.map((org) => `org:${org}`),
    ...Array.from(owners, (owner) => [`org:${owner}`, `user:${owner}`]).flat(),
  ].map((text) => ({ text }));
}

/** Returns the runs of Jobs, with their commands, stages and ages. */
export function jobCandidates(state: AppState): readonly Candidate[] {
  const { nowMs } = windowSlice.get(state);
  return (namesSlice.get(state).jobs ?? []).map(({ id, command, stage, createdAt }) => {
    const age = createdAt === null ? "" : ` ${relativeTime(Date.parse(createdAt), nowMs)}`;
    return { text: id, note: `${command}  ${stage}${age}` };
  });
}

/** Returns repos in which an event can happen. */
export function repoCandidates(state: AppState): readonly Candidate[] {
  return knownItems(state).flatMap((text) => (text.includes("/") ? [{ text }] : []));
}

/** Returns the addresses of the receiver's routes, public ones first, and the URLs of other webhooks. */
export function addressCandidates(state: AppState): readonly Candidate[] {
  const { url, publicUrl, routes } = sessionSlice.get(state).receiver;
  const bases = [publicUrl, url].filter((base) => base !== null);
  const own = bases.flatMap((base) => routes.map((route) => ({ text: base + routePath(route) })));
  const used = webhooksSlice.get(state).items.flatMap((one) => (one.url === null ? [] : [{ text: one.url }]));
  return [...own, ...used];
}

/** Returns targets that deliveries were forwarded to. */
export function targetCandidates(state: AppState): readonly Candidate[] {
  return namesSlice.get(state).targets.map((text) => ({ text }));
}

/** Returns the templates of payloads. */
export function templateCandidates(state: AppState): readonly Candidate[] {
  return namesSlice.get(state).templates.map((text) => ({ text }));
}

function knownItems(state: AppState): readonly string[] {
  const watched = webhooksSlice.get(state).items.flatMap((webhook) => webhook.watched.map(formatWatchedItem));
  return [...new Set([...watched, ...namesSlice.get(state).repos])];
}
