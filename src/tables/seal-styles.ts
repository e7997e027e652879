import type { SealStanding } from "../policy/seal/seal-state.ts";
import { signs } from "../policy/signs.ts";
import type { Tone } from "../text/line.ts";
import { type Visible, v } from "../text/visible.ts";

/** Style of a seal: a glyph, distinct without color, a word for a column, a name and a tone. */
interface SealStyle {
  readonly glyph: Visible;
  readonly word: Visible;
  readonly name: Visible;
  readonly tone: Tone;
}

export const sealStyles: Readonly<Record<SealStanding, SealStyle>> = {
  sealed: { glyph: signs.ok, word: v`sealed`, name: v`sealed`, tone: "ok" },
  changed: { glyph: signs.edited, word: v`changed`, name: v`changed since seal`, tone: "warn" },
  unsigned: { glyph: signs.warning, word: v`unsigned`, name: v`seal unsigned`, tone: "warn" },
  proposed: { glyph: signs.waiting, word: v`proposed`, name: v`seal proposed`, tone: "accent" },
  broken: { glyph: signs.error, word: v`broken`, name: v`seal broken`, tone: "error" },
  unsealed: { glyph: signs.neutral, word: v`none`, name: v`not sealed`, tone: "muted" },
};

/** States in sort order, worst first. */
export const sealRanks: readonly SealStanding[] = [
  "broken",
  "changed",
  "unsigned",
  "proposed",
  "unsealed",
  "sealed",
];
