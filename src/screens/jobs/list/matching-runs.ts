import type { JobRun } from "../../../model/job.ts";
import { imageText } from "../../../tables/jobs.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { matchingText, type TextFilter } from "../../../tui/text-filter.ts";

/** Runs that the last filter shows, by all runs, so that a frame does not search them again. */
const known = new WeakMap<readonly JobRun[], { readonly text: string; readonly found: readonly JobRun[] }>();

/** Searched text of each run, which is made once. */
const texts = new WeakMap<JobRun, string>();

/** Returns the runs that the filter finds by their ID, state, command, image, webhook or message. */
export function matchingRuns(runs: readonly JobRun[], filter: TextFilter): readonly JobRun[] {
  const text = `${filter.editingFilter} ${filter.filter.value}`;
  const last = known.get(runs);
  if (last?.text === text) return last.found;
  const found = matchingText(runs, filter, textOf);
  known.set(runs, { text, found });
  return found;
}

function textOf(run: JobRun): string {
  const before = texts.get(run);
  if (before !== undefined) return before;
  const { id, stage, command, webhookId, flavor, namespace, message } = run;
  const parts = [id, stage, shellLine(command), imageText(run), flavor, namespace, message];
  const text = [...parts, webhookId === null ? null : `webhook ${webhookId}`].join("\n").toLowerCase();
  texts.set(run, text);
  return text;
}
