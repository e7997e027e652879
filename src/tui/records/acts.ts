/** Meaning of keys. */
interface Meaning {
  /** Canonical key names, and sequences such as `g o`; the interface shows the first. */
  readonly keys: readonly string[];
  /** Effect of a key, for docs/keys.md: an imperative without a period. */
  readonly meaning: string;
  /** Other words that users search for. */
  readonly also?: string;
}

/** Keys by meaning: a key means the same on every screen, in every list and in every dialog. */
export const acts = {
  open: { keys: ["enter"], meaning: "Open, run, accept" },
  back: { keys: ["esc"], meaning: "Go back, close, clear, cancel" },
  leave: { keys: ["q"], meaning: "Close a text or a dialog; quit" },
  save: { keys: ["ctrl+s"], meaning: "Save, submit" },
  help: { keys: ["?", "f1"], meaning: "Show the keys", also: "keys shortcuts" },
  find: { keys: [":"], meaning: "Find a command, webhook, delivery or policy" },
  nth: {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    meaning: "Go to the screen or entry of this number",
  },
  refresh: { keys: ["f5"], meaning: "Load everything again" },
  undo: { keys: ["u"], meaning: "Undo the last change", also: "revert restore" },

  down: { keys: ["down", "j"], meaning: "Next row or line" },
  up: { keys: ["up", "k"], meaning: "Previous row or line" },
  right: { keys: ["right", "l"], meaning: "Next column, inward, right" },
  left: { keys: ["left", "h"], meaning: "Previous column, outward, left" },
  pageDown: { keys: ["pagedown", "ctrl+f"], meaning: "One page down" },
  pageUp: { keys: ["pageup", "ctrl+b"], meaning: "One page up" },
  halfDown: { keys: ["ctrl+d"], meaning: "Half a page down" },
  halfUp: { keys: ["ctrl+u"], meaning: "Half a page up" },
  first: { keys: ["home", "g g"], meaning: "First row" },
  last: { keys: ["end", "G"], meaning: "Last row" },
  scrollDown: { keys: ["ctrl+e"], meaning: "Scroll the pane down" },
  scrollUp: { keys: ["ctrl+y"], meaning: "Scroll the pane up" },
  moveDown: { keys: ["shift+down"], meaning: "Move the entry down" },
  moveUp: { keys: ["shift+up"], meaning: "Move the entry up" },
  nextPane: { keys: ["tab"], meaning: "Next pane, tab or field" },
  previousPane: { keys: ["shift+tab"], meaning: "Previous pane, tab or field" },
  next: { keys: ["n"], meaning: "Next problem, hit or change" },
  previous: { keys: ["N"], meaning: "Previous problem, hit or change" },
  nextItem: { keys: ["]"], meaning: "Next delivery or finding while reading" },
  previousItem: { keys: ["["], meaning: "Previous delivery or finding while reading" },

  filter: { keys: ["/"], meaning: "Filter, search", also: "find grep" },
  sort: { keys: ["s"], meaning: "Sort", also: "order" },
  columns: { keys: [","], meaning: "Choose the columns" },
  mark: { keys: ["space"], meaning: "Mark, toggle a choice" },
  markRange: { keys: ["V"], meaning: "Mark up to here" },
  markAll: { keys: ["ctrl+a"], meaning: "Mark all that match" },
  saved: { keys: ["'"], meaning: "Choose a saved filter", also: "view" },
  include: { keys: ["&"], meaning: "Include a value in the filter" },
  exclude: { keys: ["!"], meaning: "Exclude a value by the filter" },
  view: { keys: ["v"], meaning: "Switch the view" },
  zoom: { keys: ["z"], meaning: "Zoom the pane" },

  create: { keys: ["c"], meaning: "Create", also: "new add" },
  edit: { keys: ["e"], meaning: "Edit", also: "change" },
  delete: { keys: ["d"], meaning: "Delete, drop, cancel", also: "remove cancel stop" },
  copy: { keys: ["y"], meaning: "Copy", also: "clipboard yank curl" },
  again: { keys: ["r"], meaning: "Run or send again", also: "rerun retry resend repeat" },
  trigger: { keys: ["t"], meaning: "Trigger, test, try", also: "simulate what if fire" },
  onOff: { keys: ["o"], meaning: "Turn on or off, keep or drop", also: "enable disable pause" },
  pause: { keys: ["p"], meaning: "Hold or release", also: "pause resume" },
  follow: { keys: ["f"], meaning: "Follow or pause", also: "tail live" },
  fix: { keys: ["F"], meaning: "Fix", also: "repair solve cure" },
  why: { keys: ["w"], meaning: "Explain", also: "why diagnose reason failed" },
  compare: { keys: ["="], meaning: "Compare", also: "diff difference" },
  export: { keys: ["x"], meaning: "Export, save to a file", also: "download report" },
  bookmark: { keys: ["b"], meaning: "Bookmark", also: "star favorite" },
  approve: { keys: ["a"], meaning: "Approve, take", also: "accept review" },
  flag: { keys: ["i"], meaning: "Flag an issue", also: "reject issue" },
  increase: { keys: ["+"], meaning: "Increase" },
  decrease: { keys: ["-"], meaning: "Decrease" },

  goTo: { keys: ["g"], meaning: "Go to …" },
  goActivity: { keys: ["g a"], meaning: "Go to the activity" },
  goCauses: { keys: ["g c"], meaning: "Go to the causes of failures" },
  goOrigin: { keys: ["g o"], meaning: "Go to the webhook or Job", also: "logs output" },
  goProgress: { keys: ["g p"], meaning: "Go to the progress" },
  goReceiver: {
    keys: ["g r"],
    meaning: "Go to the receiver's settings",
    also: "secret handlers port forward",
  },
  goViolation: { keys: ["g v"], meaning: "Go to the next schema violation" },
  goOlder: { keys: ["g ]"], meaning: "Go to the webhook's older delivery" },
  goNewer: { keys: ["g ["], meaning: "Go to the webhook's newer delivery" },

  more: { keys: ["m"], meaning: "More …" },
  moreAgain: { keys: ["m r"], meaning: "Send all that wait" },
  moreAnswer: { keys: ["m a"], meaning: "Reply" },
  moreClone: { keys: ["m c"], meaning: "Clone", also: "duplicate" },
  moreFixes: { keys: ["m F"], meaning: "Apply all safe fixes", also: "repair" },
  moreForwards: { keys: ["m f"], meaning: "Forwards" },
  moreGroups: { keys: ["m g"], meaning: "Group or fold" },
  moreHandler: { keys: ["m h"], meaning: "Replay the failures of a saved handler" },
  moreMouse: { keys: ["m m"], meaning: "Turn the mouse on or off" },
  moreName: { keys: ["m n"], meaning: "Name", also: "rename label" },
  moreSeal: { keys: ["m s"], meaning: "Seal" },
  moreSwap: { keys: ["m x"], meaning: "Swap the sides" },
  moreTemplate: { keys: ["m t"], meaning: "Save as a template" },
  moreText: { keys: ["m e"], meaning: "Open the text in $EDITOR" },
  moreTunnel: { keys: ["m o"], meaning: "Open or close the tunnel", also: "ngrok public address" },
  moreUpstream: { keys: ["m u"], meaning: "Compare with upstream" },
  moreVerify: { keys: ["m v"], meaning: "Verify the seal" },
  moreWrap: { keys: ["m w"], meaning: "Wrap lines" },
  moreZone: { keys: ["m z"], meaning: "Local time or UTC" },
  moreEnlarge: { keys: ["m +"], meaning: "Enlarge the pane" },
  moreShrink: { keys: ["m -"], meaning: "Shrink the pane" },

  suggest: { keys: ["ctrl+space"], meaning: "Show suggestions" },
  nextSuggestion: { keys: ["ctrl+n"], meaning: "Next suggestion or entry" },
  previousSuggestion: { keys: ["ctrl+p"], meaning: "Previous suggestion or entry" },
  inFull: { keys: ["ctrl+o"], meaning: "Show the text in full" },
  insertUrl: { keys: ["ctrl+t"], meaning: "Insert the public URL" },
  makeSecret: { keys: ["ctrl+g"], meaning: "Generate a secret" },
  reveal: { keys: ["ctrl+r"], meaning: "Show or hide the secret" },
  remove: { keys: ["ctrl+x"], meaning: "Remove, reset" },
  editLast: { keys: ["backspace"], meaning: "Edit the last entry" },
  interrupt: { keys: ["ctrl+c"], meaning: "Quit immediately" },
  suspend: { keys: ["ctrl+z"], meaning: "Suspend to the shell" },
  redraw: { keys: ["ctrl+l"], meaning: "Redraw the screen" },
} as const satisfies Readonly<Record<string, Meaning>>;

/** Keys that answer a question, only in a dialog that asks one. */
export const answers = {
  yes: { keys: ["y"], meaning: "Yes" },
  no: { keys: ["n"], meaning: "No" },
  mine: { keys: ["m"], meaning: "Take mine" },
  theirs: { keys: ["t"], meaning: "Take theirs" },
} as const satisfies Readonly<Record<string, Meaning>>;

const all: Readonly<Record<keyof typeof acts | keyof typeof answers, Meaning>> = { ...acts, ...answers };

export type Act = keyof typeof all;

/** Returns the words that find an act: its name, its meaning and others that users search for. */
export function searchWords(name: Act): string {
  const { meaning, also = "" } = all[name];
  return `${name} ${meaning} ${also}`;
}

/** Acts of a command, and their keys. */
export interface Keyed {
  readonly acts: readonly Act[];
  readonly keys: readonly string[];
}

/** Returns the acts of a command with all of their keys. */
export function act(...names: readonly Act[]): Keyed {
  return { acts: names, keys: names.flatMap((name) => all[name].keys) };
}

/** Keys that type or edit text in a field. */
const editing = /^(?:.|ctrl\+[abdefkuw]|. .)$/u;

/** Returns the acts of a command beside a text field, without the keys that edit the text. */
export function actInField(...names: readonly Act[]): Keyed {
  return { acts: names, keys: act(...names).keys.filter((key) => !editing.test(key)) };
}
