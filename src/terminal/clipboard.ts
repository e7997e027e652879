const esc = "\u001b";
/** Terminals stop reading at 100,000 characters of sequence (hterm, and those after it); this much text fits when encoded. */
const mostBytes = 74_994;

/**
 * The sequence that puts a text on the clipboard of the terminal, wherever that runs (OSC 52), or null when it is too long.
 * A terminal may refuse in silence, so nobody can know that the text has arrived.
 */
export function clipboardSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const bytes = Buffer.from(text);
  if (bytes.length > mostBytes) return null;
  const sequence = `${esc}]52;c;${bytes.toString("base64")}\u0007`;
  if (!env["TMUX"]) return sequence;
  // tmux takes the plain form with `set-clipboard on` and passes the wrapped one on with `allow-passthrough on`.
  return `${sequence}${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${esc}\\`;
}
