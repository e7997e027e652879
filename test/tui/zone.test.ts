import { describe, expect, it } from "vitest";
import { loadRegistry } from "../../src/screens/index.ts";
import { statusLine } from "../../src/tui/frame/status-line.ts";
import { messageShown } from "../../src/tui/state/messages.ts";
import { setPreferences, zoneChosen, zoneSwitched } from "../../src/tui/state/preferences.ts";
import { registry } from "../support/app/registry.ts";
import { after, initialState, type KnownState } from "../support/app/state.ts";

const atMs = Date.parse("2026-07-01T12:00:00Z");

function stateIn(zone: string, columns = 80): KnownState {
  const first = initialState({ columns, rows: 24 }, atMs);
  return after(
    first,
    zoneChosen(zone),
    setPreferences({ namesZone: true }),
    messageShown("ok", "saved", atMs),
  );
}

const drawn = (state: KnownState, keys = registry) =>
  statusLine(state, keys)
    .spans.map(({ text }) => text)
    .join("");

describe("the time zone in the status line", () => {
  it("is at the right, with the keys that switch it", () => {
    const newYork = stateIn("America/New_York");
    expect(drawn(newYork)).toMatch(/^ ✓ saved +EDT · m z for UTC $/);
    expect(drawn(newYork)).toHaveLength(80);
    expect(drawn(after(newYork, zoneSwitched()))).toMatch(/ UTC · m z for EDT $/);
    expect(drawn(after(newYork, zoneSwitched(), zoneSwitched()))).toBe(drawn(newYork));
  });

  it("is only its name if it cannot be switched", async () => {
    // Tests run in UTC.
    expect(drawn(stateIn("local"))).toMatch(/^ ✓ saved +UTC $/);
    expect(drawn(stateIn("utc"))).toMatch(/^ ✓ saved +UTC $/);
    const withoutKey = await loadRegistry({ "app.zone": [] });
    expect(drawn(stateIn("America/New_York"), withoutKey)).toMatch(/^ ✓ saved +EDT $/);
    expect(registry.command("app.zone").disabledReason?.(stateIn("utc"), registry)).toBe(
      "the local time is UTC",
    );
  });

  it("yields to the status", () => {
    expect(drawn(stateIn("America/New_York", 20))).toBe(" ✓ saved        EDT ");
    expect(drawn(stateIn("America/New_York", 12))).toBe(" ✓ saved    ");
  });

  it("is absent before the first frame is drawn", () => {
    const first = after(stateIn("America/New_York"), setPreferences({ namesZone: false }));
    expect(drawn(first).trim()).toBe("✓ saved");
  });
});
