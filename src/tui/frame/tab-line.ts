import type { AppState } from "../../app/slice.ts";
import { navSlice, type ScreenName } from "../../app/state/overlays.ts";
import { failingPolicies, policiesSlice } from "../../app/state/policies-state.ts";
import { sessionSlice } from "../../app/state/session.ts";
import { webhooksSlice } from "../../app/state/webhooks-state.ts";
import { windowSlice } from "../../app/state/window.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";

/** Draws the tabs, the current one in brackets; in a narrow terminal the others show only their keys. */
export function tabLine(state: AppState): Line {
  const failing = failingPolicies(policiesSlice.get(state));
  const tabs: readonly [ScreenName, Visible][] = [
    [
      "webhooks",
      webhooksSlice.get(state).loadedAtMs === null
        ? v`1 Webhooks`
        : v`1 Webhooks ${count(webhooksSlice.get(state).items.length)}`,
    ],
    ["deliveries", sessionSlice.get(state).rates.length > 0 ? v`2 Deliveries ●` : v`2 Deliveries`],
    ["policies", failing === 0 ? v`3 Policies` : v`3 Policies ${count(failing)}✗`],
    ["jobs", v`4 Jobs`],
  ];
  const drawn = (abbreviated: boolean) =>
    tabs.flatMap(([screen, title]): Span[] => {
      const isCurrent = screen === navSlice.get(state).screen;
      const shown = isCurrent ? v`[${title}]` : v` ${abbreviated ? title.slice(0, 1) : title} `;
      return [span(shown, isCurrent ? "accent" : "muted"), span(v` `)];
    });
  const whole = { spans: drawn(false) };
  const { columns } = windowSlice.get(state).size;
  return fitLine(lineWidth(whole) <= columns ? whole : { spans: drawn(true) }, columns);
}
