import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Registry } from "../registry.ts";
import { navSlice } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyOf } from "./key-label.ts";

/** Draws the tabs, the current one in brackets; in a narrow terminal, the others show only their keys. */
export function tabLine(state: AppState, registry: Registry): Line {
  const drawn = (abbreviated: boolean) =>
    registry.screens.flatMap(({ id, title, badge }): Span[] => {
      const key = keyOf(registry, `screen.${id}`);
      const isCurrent = id === navSlice.get(state).screen;
      const mark = badge?.(state) ?? null;
      const whole = v`${key} ${title}${mark === null ? "" : v` ${mark}`}`;
      const shown = isCurrent ? v`[${whole}]` : v` ${abbreviated ? key : whole} `;
      return [span(shown, isCurrent ? "accent" : "muted"), span(v` `)];
    });
  const whole = { spans: drawn(false) };
  const { columns } = windowSlice.get(state).size;
  return fitLine(lineWidth(whole) <= columns ? whole : { spans: drawn(true) }, columns);
}
