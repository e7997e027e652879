/** Context in which the keys of commands work. */
export interface Scope {
  readonly scope: string;
  /** Title of its keys in the help. */
  readonly title: string;
  /** Scopes that receive the remaining keys, innermost first. */
  readonly outer: readonly string[];
  /** True if a text field receives typed text. */
  readonly hasField?: true;
  /** ID of the command of an outer scope that moves the focus into this one, for the palette. */
  readonly enteredBy?: string;
}

/** Outer scopes of a scope with a list or a scrolled text. */
export const inScreen = ["list", "global", "screens", "always"] as const;
/**
 * Scopes of a pane with a long text. The pane's scope lists them among its outer ones, because they share its keys;
 * active ones precede it.
 */
export const inViewer = ["viewer-hits", "viewer-link", "viewer-json", "viewer"] as const;
/** Outer scopes of a scope with a text field. */
export const inField = ["always"] as const;
