import { truncate } from "../text/truncate.ts";
import { v, type Visible } from "../text/visible.ts";
import { throughTmux } from "./tmux.ts";

const esc = "\u001b";
const bell = "\u0007";
/** Maximum columns of a notification, which desktops cut anyway. */
const maxColumns = 200;

type Environment = Readonly<Record<string, string | undefined>>;

/** Sequence that rings the bell of the terminal. */
export const bellSequence = bell;

/**
 * Returns the sequence of a desktop notification: OSC 777 for the terminals that show only this one (VTE, urxvt,
 * foot), otherwise OSC 9. Terminals without notifications ignore both.
 */
export function desktopSequence(text: Visible, env: Environment): string {
  // A semicolon separates the title from the text of OSC 777.
  const shown = truncate(v`${text.replaceAll(";", ",")}`, maxColumns);
  const sequence = needs777(env)
    ? `${esc}]777;notify;hooklens;${shown}${bell}`
    : `${esc}]9;hooklens: ${shown}${bell}`;
  return env["TMUX"] ? throughTmux(sequence) : sequence;
}

function needs777({ TERM = "", VTE_VERSION = "" }: Environment): boolean {
  return VTE_VERSION !== "" || /^(?:rxvt|foot)/.test(TERM);
}
