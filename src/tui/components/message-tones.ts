import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import type { Tone } from "../state/messages.ts";

/** Glyph and word of each tone: a message is never distinguished by color alone. */
export const toneLooks: Readonly<Record<Tone, { readonly glyph: Visible; readonly word: Visible }>> = {
  ok: { glyph: v`✓`, word: v`ok` },
  warn: { glyph: v`▲`, word: v`warning` },
  error: { glyph: v`✗`, word: v`error` },
};
