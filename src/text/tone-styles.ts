import { type Visible, v } from "./visible.ts";

/** Glyph and word for each tone of a message. Color alone never distinguishes tones. */
export const toneStyles: Readonly<
  Record<"ok" | "warn" | "error", { readonly glyph: Visible; readonly word: Visible }>
> = {
  ok: { glyph: v`✓`, word: v`ok` },
  warn: { glyph: v`▲`, word: v`warning` },
  error: { glyph: v`✗`, word: v`error` },
};
