import type { SealStanding } from "../policy/seal/seal-state.ts";
import type { Tone } from "../text/line.ts";
import { type Visible, v } from "../text/visible.ts";

/** Style of a seal: a glyph, which tells the standings apart without color, a word for a column, a name and a tone. */
interface SealStyle {
  readonly glyph: Visible;
  readonly word: Visible;
  readonly name: Visible;
  readonly tone: Tone;
}

export const sealStyles: Readonly<Record<SealStanding, SealStyle>> = {
  sealed: { glyph: v`✓`, word: v`sealed`, name: v`sealed`, tone: "ok" },
  changed: { glyph: v`↺`, word: v`changed`, name: v`changed since seal`, tone: "warn" },
  unsigned: { glyph: v`▲`, word: v`unsigned`, name: v`seal unsigned`, tone: "warn" },
  proposed: { glyph: v`⋯`, word: v`proposed`, name: v`seal proposed`, tone: "accent" },
  broken: { glyph: v`✗`, word: v`broken`, name: v`seal broken`, tone: "error" },
  unsealed: { glyph: v`·`, word: v`none`, name: v`not sealed`, tone: "muted" },
};

/** Standings in the order of a sorted list, worst first. */
export const sealRanks: readonly SealStanding[] = [
  "broken",
  "changed",
  "unsigned",
  "proposed",
  "unsealed",
  "sealed",
];
