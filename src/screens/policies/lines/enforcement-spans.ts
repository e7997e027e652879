import { enforcementGlyphs } from "../../../policy/matrix/matrix.ts";
import type { Enforcement } from "../../../policy/policy.ts";
import { type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";

/** Draws an enforcement as glyph and word: `  ● mandatory`. */
export function enforcementSpans(enforcement: Enforcement | null): readonly Span[] {
  if (enforcement === null) return [span(v`  enforcement unknown`, "muted")];
  const tone = enforcement === "mandatory" ? "accent" : "plain";
  return [span(v`  ${enforcementGlyphs[enforcement]} ${enforcement}`, tone)];
}
