import type { OpenApp } from "../../test/support/app/open-app.ts";

/** Columns and rows of a terminal. */
export type Size = readonly [columns: number, rows: number];

/** App with a temporary directory of its policies. */
export interface PicturedApp extends OpenApp {
  readonly policies: string;
}

/** Conditions of a start of the app. */
export interface Start {
  /** `filled`: webhooks, deliveries and runs of all kinds. @default "empty" */
  readonly data?: "empty" | "filled";
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the config file. */
  readonly config?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** `own`: the bundled policies and broken ones, in a directory. @default "own" */
  readonly policies?: "own" | "bundled" | "none";
  /** False for a hub of another machine, which the app does not start. @default true */
  readonly isLocal?: boolean;
}

/** Pictures of a screen, dialog or part of the frame, all taken in one run of the app. */
export interface Pictures {
  /** ID of the screen, kind of the dialog, or part of the frame. */
  readonly of: string;
  /** Conditions, or a function that first starts what they need, for example a server, and adds it to `resources`. */
  readonly start?: Start | ((resources: AsyncDisposableStack) => Promise<Start>);
  /** @default the sizes of `draw.ts` */
  readonly sizes?: readonly Size[];
  /** Brings the app from one state to the next, and yields the name of each when the screen shows it. */
  states(app: PicturedApp): AsyncIterable<string>;
}
