import { createSlice } from "../../../tui/state/slice.ts";

export interface FolderState {
  /** True if the list is drawn as a heat map: documents by axes. */
  readonly isHeatMap: boolean;
  /** True if files are below headings of their subdirectories. */
  readonly isGrouped: boolean;
  /** Subdirectories whose files are hidden, by their paths; `.` for the directory itself. */
  readonly folded: readonly string[];
}

const initialFolder: FolderState = { isHeatMap: false, isGrouped: false, folded: [] };

/** Views of the list of policies. */
export const folderSlice = createSlice("policyFolder", initialFolder, {
  heatMapToggled: (state): FolderState => ({ ...state, isHeatMap: !state.isHeatMap }),
  groupingToggled: (state): FolderState => ({ ...state, isGrouped: !state.isGrouped }),
  /** Hides or shows the files of a subdirectory. */
  folderFolded: (state, folder: string, isFolded: boolean): FolderState => ({
    ...state,
    folded: [...state.folded.filter((one) => one !== folder), ...(isFolded ? [folder] : [])],
  }),
});
export const { heatMapToggled, groupingToggled, folderFolded } = folderSlice.actions;
