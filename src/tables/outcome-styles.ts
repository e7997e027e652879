import { type Delivery, isFailure, type Outcome } from "../model/delivery.ts";
import type { Tone } from "../text/line.ts";
import { type Visible, v } from "../text/visible.ts";

/** Style of an outcome; its glyph and word distinguish it without color. */
export interface OutcomeStyle {
  readonly glyph: Visible;
  readonly word: Visible;
  readonly tone: Tone;
}

const ok: OutcomeStyle = { glyph: v`✓`, word: v`ok`, tone: "ok" };

export const outcomeStyles: Readonly<Record<Outcome, OutcomeStyle>> = {
  accepted: ok,
  handled: ok,
  failed: { glyph: v`✗`, word: v`failed`, tone: "error" },
  rejected: { glyph: v`⊘`, word: v`rejected`, tone: "error" },
  interrupted: { glyph: v`‼`, word: v`interrupted`, tone: "error" },
  superseded: { glyph: v`↷`, word: v`superseded`, tone: "muted" },
  pending: { glyph: v`⋯`, word: v`pending`, tone: "warn" },
};

/** Returns the style of the reason of a delivery, which is a note unless the delivery failed or still may. */
export function reasonStyleOf(delivery: Pick<Delivery, "outcome" | "status">): OutcomeStyle {
  const style = styleOf(delivery);
  if (style.tone === "ok") return { ...style, tone: "muted" };
  return style === outcomeStyles.superseded ? style : outcomeStyles.failed;
}

/** Returns the style of a delivery. An accepted one with an error status counts as failed. */
export function styleOf(delivery: Pick<Delivery, "outcome" | "status">): OutcomeStyle {
  const style = outcomeStyles[delivery.outcome];
  return style.tone !== "error" && isFailure(delivery) ? outcomeStyles.failed : style;
}
