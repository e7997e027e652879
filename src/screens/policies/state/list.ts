import type { UnmergedCommits } from "../../../policy-files/git/unmerged-commits.ts";
import { createSlice } from "../../../tui/state/slice.ts";

export interface FolderState {
  /** True if the list is drawn as a heat map: documents by axes. */
  readonly isHeatMap: boolean;
  /** True for files grouped by subdirectory. */
  readonly isGrouped: boolean;
  /** Folded subdirectories, by path; `.` for the directory itself. */
  readonly folded: readonly string[];
  /** Revisions chosen as baselines instead of the default, by directory. */
  readonly baselines: Readonly<Record<string, string>>;
  /** Commits of the directory missing on the main branch; null for none. */
  readonly unmerged: UnmergedCommits | null;
}

const initialFolder: FolderState = {
  isHeatMap: false,
  isGrouped: false,
  folded: [],
  baselines: {},
  unmerged: null,
};

/** Views of the list of policies. */
export const folderSlice = createSlice("policyFolder", initialFolder, {
  heatMapToggled: (state): FolderState => ({ ...state, isHeatMap: !state.isHeatMap }),
  groupingToggled: (state): FolderState => ({ ...state, isGrouped: !state.isGrouped }),
  /** Hides or shows the files of a subdirectory. */
  folderFolded: (state, folder: string, isFolded: boolean): FolderState => ({
    ...state,
    folded: [...state.folded.filter((one) => one !== folder), ...(isFolded ? [folder] : [])],
  }),
  /** Keeps the baseline of a directory; null for its default. */
  baselineKept({ baselines, ...state }, folder: string, revision: string | null): FolderState {
    const { [folder]: _, ...others } = baselines;
    return { ...state, baselines: revision === null ? others : { ...others, [folder]: revision } };
  },
  /** Equal counts cause no redraw. */
  unmergedCounted: (state, unmerged: UnmergedCommits | null): FolderState =>
    unmerged?.branch === state.unmerged?.branch && unmerged?.count === state.unmerged?.count
      ? state
      : { ...state, unmerged },
  baselinesRestored: (state, baselines: FolderState["baselines"]): FolderState => ({ ...state, baselines }),
});
export const {
  heatMapToggled,
  groupingToggled,
  folderFolded,
  baselineKept,
  unmergedCounted,
  baselinesRestored,
} = folderSlice.actions;
