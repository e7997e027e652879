import type { AcceptedSecrets } from "./secret.ts";

/** Setting with its source. */
export interface SourcedSetting<T> {
  readonly value: T;
  readonly source: "flag" | "env" | "profile" | "file" | "default";
  /** Name of the source for a person: `--secret`, `WEBHOOK_SECRET`, a path. */
  readonly from: string;
}

/** Settings of the receiver that the app can change. */
export interface ReceiverSettings {
  readonly secret: SourcedSetting<AcceptedSecrets>;
  /** Names of routes; null selects the default. */
  readonly routes: SourcedSetting<readonly string[] | null>;
  /** Absolute path of the directory of handlers; null for none. */
  readonly handlers: SourcedSetting<string | null>;
  /** Target as typed; null if nothing is forwarded. */
  readonly forward: SourcedSetting<string | null>;
}

export type ReceiverSettingName = keyof ReceiverSettings;

/** New values by the name of the setting; null removes the setting. */
export interface ReceiverChange {
  readonly secret?: AcceptedSecrets;
  readonly routes?: readonly string[] | null;
  readonly handlers?: string | null;
  readonly forward?: string | null;
}

/** Returns true if the config file cannot change a setting, because a flag or a variable precedes it. */
export function isOverridden({ source }: Pick<SourcedSetting<unknown>, "source">): boolean {
  return source === "flag" || source === "env";
}

/** Directory of handlers that is being typed. */
export interface HandlersFolder {
  readonly typed: string;
  /** Directories that the path may be completed to. */
  readonly folders: readonly string[];
  /** Routes of the handlers in it; null if there is no such directory. */
  readonly routes: readonly string[] | null;
  /** Reason why it cannot be read; null if it can. */
  readonly problem: string | null;
}
