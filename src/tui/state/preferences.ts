import { confirmDefaults, type InterfaceSettings } from "../../model/interface-settings.ts";
import type { TimeZone } from "../../text/clock-time.ts";
import { type AppState, createSlice } from "./slice.ts";

/** Settings of the interface that the state needs. */
export interface Preferences extends Pick<InterfaceSettings, "columns" | "confirm" | "notify"> {
  /** Time zone of all times. */
  readonly zone: TimeZone;
  /** Time zone that a key switches to. */
  readonly otherZone: TimeZone;
  /** True if the status line names the zone; not in the first frame, because finding the name takes milliseconds. */
  readonly namesZone: boolean;
}

const initialPreferences: Preferences = {
  columns: {},
  confirm: confirmDefaults,
  notify: "off",
  zone: "local",
  otherZone: "utc",
  namesZone: false,
};

export const preferencesSlice = createSlice("preferences", initialPreferences, {
  /** Starts with the zone of the settings. */
  zoneChosen: (state, zone: TimeZone): Preferences => ({
    ...state,
    zone,
    otherZone: zone === "utc" ? "local" : "utc",
  }),
  zoneSwitched: (state): Preferences => ({ ...state, zone: state.otherZone, otherZone: state.zone }),
});
export const { set: setPreferences, zoneChosen, zoneSwitched } = preferencesSlice.actions;

/** Returns the time zone of all times. */
export function shownZone(state: AppState): TimeZone {
  return preferencesSlice.get(state).zone;
}
