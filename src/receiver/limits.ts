import process from "node:process";
import { byteSize, count, readByteSize } from "../text/numbers.ts";
import { v, type Visible } from "../text/visible.ts";

/** Limits of a receiver: connections, memory, time. */
export interface ReceiverLimits {
  /**
   * Maximum number of concurrent connections. @default half the process's limit of open files, from 16 to
   * 4,096
   */
  readonly maxConnections: number;
  /** Maximum size of one body, in bytes. @default 5 MiB */
  readonly maxBodyBytes: number;
  /** Maximum size of all bodies being received or stored, in bytes. @default 64 MiB */
  readonly maxBodiesBytes: number;
  /** Maximum nesting depth of the JSON in a body. @default 512 */
  readonly maxJsonDepth: number;
  /** Limit from the first byte of a request to the end of its headers, in milliseconds. @default 10_000 */
  readonly headersTimeoutMs: number;
  /** Limit from the first byte of a request to its last, in milliseconds. @default 30_000 */
  readonly requestTimeoutMs: number;
  /** Limit for an idle connection, in milliseconds. @default 75_000 */
  readonly keepAliveTimeoutMs: number;
  /** Limit for a run of a program, in milliseconds. @default 1_800_000 */
  readonly execTimeoutMs: number;
}

const mostConnections = 4_096;

export type LimitName = keyof ReceiverLimits;

interface LimitInfo {
  /** Key under `receiver` in the settings. */
  readonly setting: string;
  readonly flag: string;
  /** Unit of the setting; seconds are stored as milliseconds. */
  readonly unit: "count" | "size" | "seconds";
  /** Default value; null if `defaultMaxConnections` computes it. */
  readonly default: number | null;
  readonly help: string;
}

/** Maximum size of one body unless it is set, in bytes. */
export const defaultMaxBodyBytes = 5 * 1_048_576;

/** Properties of each limit, from which flags, settings, help and doctor derive. */
export const limitTable = {
  maxConnections: {
    setting: "maxConnections",
    flag: "--max-connections",
    unit: "count",
    default: null,
    help: "maximum connections; another one closes the connection that has been idle or incomplete longest",
  },
  maxBodyBytes: {
    setting: "maxBody",
    flag: "--max-body",
    unit: "size",
    default: defaultMaxBodyBytes,
    help: "maximum size of a body; a larger one gets 413",
  },
  maxBodiesBytes: {
    setting: "maxBodies",
    flag: "--max-bodies",
    unit: "size",
    default: 64 * 1_048_576,
    help: "maximum memory for all bodies being received or stored; above it, senders get 503",
  },
  maxJsonDepth: {
    setting: "maxJsonDepth",
    flag: "--max-json-depth",
    unit: "count",
    default: 512,
    help: "maximum nesting of JSON; a deeper body gets 400",
  },
  headersTimeoutMs: {
    setting: "headersTimeout",
    flag: "--headers-timeout",
    unit: "seconds",
    default: 10_000,
    help: "maximum time for the headers of a request",
  },
  requestTimeoutMs: {
    setting: "requestTimeout",
    flag: "--request-timeout",
    unit: "seconds",
    default: 30_000,
    help: "maximum time for a whole request",
  },
  keepAliveTimeoutMs: {
    setting: "keepAlive",
    flag: "--keep-alive",
    unit: "seconds",
    default: 75_000,
    help: "maximum idle time of a connection (longer than that of a proxy in front)",
  },
  execTimeoutMs: {
    setting: "execTimeout",
    flag: "--exec-timeout",
    unit: "seconds",
    default: 1_800_000,
    help: "maximum time for a run of a program; then all its processes are ended",
  },
} as const satisfies Readonly<Record<LimitName, LimitInfo>>;

export type LimitSetting = (typeof limitTable)[LimitName]["setting"];

export const limitNames = Object.keys(limitTable) as readonly LimitName[];

/** Returns the default limits. */
export function defaultLimits(): ReceiverLimits {
  const entries = limitNames.map(
    (name) => [name, limitTable[name].default ?? defaultMaxConnections()] as const,
  );
  return Object.fromEntries(entries) as Record<LimitName, number>;
}

/** Formats the default for help texts, the same on every machine. */
export function defaultLimitText(name: LimitName): string {
  const { default: value } = limitTable[name];
  return value === null
    ? `half the limit of open files, at most ${count(mostConnections)}`
    : showLimit(name, value);
}

/** Returns the given limits, with defaults for the others. */
export function withDefaultLimits(given: Partial<ReceiverLimits>): ReceiverLimits {
  const defaults = defaultLimits();
  const entries = limitNames.map((name) => [name, given[name] ?? defaults[name]] as const);
  return Object.fromEntries(entries) as Record<LimitName, number>;
}

/** Parses a limit such as `30` or `5MiB` into its stored unit. Returns null if it is invalid. */
export function readLimit(name: LimitName, text: string): number | null {
  const number = Number(text.trim());
  switch (limitTable[name].unit) {
    case "count":
      return Number.isSafeInteger(number) && number >= 1 ? number : null;
    case "seconds":
      return number > 0 && number <= 86_400 ? Math.ceil(number * 1_000) : null;
    case "size": {
      const bytes = readByteSize(text);
      return bytes !== null && bytes >= 1 ? bytes : null;
    }
  }
}

/** Formats a limit: `5 MiB`, `75 s`, `4,096`. */
export function showLimit(name: LimitName, value: number): Visible {
  switch (limitTable[name].unit) {
    case "count":
      return count(value);
    case "seconds":
      return v`${String(value / 1_000)} s`;
    case "size":
      return byteSize(value);
  }
}

/**
 * Returns the default for `maxConnections`, which leaves file descriptors for the log, handlers and forwards.
 */
function defaultMaxConnections(): number {
  return Math.min(mostConnections, Math.max(16, Math.floor(openFileLimit() / 2)));
}

/** Returns the process's soft limit of open files; Infinity if it is unlimited or unknown. */
function openFileLimit(): number {
  // The types lack `excludeNetwork`. Without it, Node would resolve the names of all connected addresses and
  // wait for that.
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  report.excludeNetwork = excludeNetwork;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
