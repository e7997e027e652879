import type { Screen } from "../screen/screen.ts";

/** Place where a walk is played: the app on a screen, with its own directory. */
export interface Stage {
  readonly screen: Screen;
  /** Local URL of the app's receiver. */
  readonly receiver: string;
  /** Directory with the files of the walk. */
  readonly directory: string;
  /** Shows the settled screen with a caption, in the recording only. */
  show(caption: string, ms?: number): Promise<void>;
}

/** Task of a user, from its first key to its result: a test, and an animated picture of the docs. */
export interface Walk {
  /** Name of its picture in docs/, without extension. */
  readonly name: string;
  readonly title: string;
  /** Returns the files in the walk's directory by their paths; `config/` is that of the app. */
  files(directory: string): Readonly<Record<string, string>>;
  play(stage: Stage): Promise<void>;
  /** Text on the last screen. */
  readonly result: RegExp;
}
