const esc = "\u001b";

/** Wraps a sequence that tmux forwards to the terminal outside with `allow-passthrough on`. */
export function throughTmux(sequence: string): string {
  return `${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${esc}\\`;
}
