import type { JobDraft } from "../../../model/job.ts";
import { createSlice } from "../../../tui/state/slice.ts";

/** Run that a question is about. */
export interface JobStartState {
  readonly asked: JobDraft | null;
}

const initialJobStart: JobStartState = { asked: null };

export const jobStartSlice = createSlice("jobStart", initialJobStart, {});
export const { set: setJobStart } = jobStartSlice.actions;
