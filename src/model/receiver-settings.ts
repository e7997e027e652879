import type { AcceptedSecrets } from "./secret.ts";

/** Setting with its source. */
export interface SourcedSetting<T> {
  readonly value: T;
  readonly source: "flag" | "env" | "profile" | "file" | "default";
  /** Name of the source for a person: `--secret`, `WEBHOOK_SECRET`, a path. */
  readonly from: string;
}

/** Receiver settings that the app can change. */
export interface ReceiverSettings {
  readonly secret: SourcedSetting<AcceptedSecrets>;
  /** Names of routes; null selects the default. */
  readonly routes: SourcedSetting<readonly string[] | null>;
  /** Absolute path of the handlers directory, or null. */
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

/** Returns true if a flag or an environment variable overrides the config file. */
export function isOverridden({ source }: Pick<SourcedSetting<unknown>, "source">): boolean {
  return source === "flag" || source === "env";
}

/** Handlers directory, as typed so far. */
export interface HandlersFolder {
  readonly typed: string;
  /** Directories that complete the path. */
  readonly folders: readonly string[];
  /** Routes of its handlers; null if the directory does not exist. */
  readonly routes: readonly string[] | null;
  /** Reason why the directory is unreadable, or null. */
  readonly problem: string | null;
}
