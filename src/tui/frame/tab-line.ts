import type { AppState, ScreenName } from "../../app/state/app-state.ts";
import { failingPolicies } from "../../app/state/policies-state.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";

/** Draws the tabs, the current one in brackets; in a narrow terminal the others show only their keys. */
export function tabLine(state: AppState): Line {
  const failing = failingPolicies(state.policies);
  const tabs: readonly [ScreenName, Visible][] = [
    [
      "webhooks",
      state.webhooks.loadedAtMs === null
        ? v`1 Webhooks`
        : v`1 Webhooks ${count(state.webhooks.items.length)}`,
    ],
    ["deliveries", state.session.rates.length > 0 ? v`2 Deliveries ●` : v`2 Deliveries`],
    ["policies", failing === 0 ? v`3 Policies` : v`3 Policies ${count(failing)}✗`],
    ["jobs", v`4 Jobs`],
  ];
  const drawn = (abbreviated: boolean) =>
    tabs.flatMap(([screen, title]): Span[] => {
      const isCurrent = screen === state.screen;
      const shown = isCurrent ? v`[${title}]` : v` ${abbreviated ? title.slice(0, 1) : title} `;
      return [span(shown, isCurrent ? "accent" : "muted"), span(v` `)];
    });
  const whole = { spans: drawn(false) };
  const { columns } = state.size;
  return fitLine(lineWidth(whole) <= columns ? whole : { spans: drawn(true) }, columns);
}
