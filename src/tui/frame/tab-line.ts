import type { AppState, ScreenName } from "../../app/state/app-state.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";

/** The four screens, the present one marked by brackets as well as by its tone. */
export function tabLine(state: AppState): Line {
  const tabs: readonly [ScreenName, Visible][] = [
    [
      "webhooks",
      state.webhooks.loadedAtMs === null
        ? v`1 Webhooks`
        : v`1 Webhooks ${count(state.webhooks.items.length)}`,
    ],
    ["deliveries", state.session.rates.length > 0 ? v`2 Deliveries ●` : v`2 Deliveries`],
    ["policies", v`3 Policies`],
    ["jobs", v`4 Jobs`],
  ];
  const spans = tabs.map(([screen, title]): Span => {
    return screen === state.screen ? span(v`[${title}]`, "accent") : span(v` ${title} `, "muted");
  });
  return fitLine({ spans: spans.flatMap((tab) => [tab, span(v` `)]) }, state.size.columns);
}
