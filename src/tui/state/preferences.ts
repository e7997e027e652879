import { confirmDefaults, type InterfaceSettings } from "../../model/interface-settings.ts";
import { createSlice } from "./slice.ts";

/** Settings of the interface that the state needs. */
export type Preferences = Pick<InterfaceSettings, "confirm" | "notify">;

const initialPreferences: Preferences = { confirm: confirmDefaults, notify: "off" };

export const preferencesSlice = createSlice("preferences", initialPreferences, {});
export const { set: setPreferences } = preferencesSlice.actions;
