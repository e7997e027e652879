import { throughTmux } from "./tmux.ts";

const esc = "\u001b";
/**
 * Maximum size of a copied text in UTF-8 bytes: terminals (hterm and its successors) stop reading a sequence
 * at 100,000 characters.
 */
const mostBytes = 74_994;

/**
 * Returns the sequence that copies a text to the clipboard of the terminal (OSC 52), or null if the text is too long.
 * Terminals may ignore it silently.
 */
export function clipboardSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const bytes = Buffer.from(text);
  if (bytes.length > mostBytes) return null;
  const sequence = `${esc}]52;c;${bytes.toString("base64")}\u0007`;
  if (!env["TMUX"]) return sequence;
  // tmux accepts the plain form with `set-clipboard on` and forwards the wrapped one with `allow-passthrough on`.
  return sequence + throughTmux(sequence);
}
