import type { DeliveryLog } from "./delivery-log.ts";

/** Administration of a store. */
export interface StoreAdmin {
  /**
   * Creates the streams that receivers need on the servers of the store; changes the limits of existing ones.
   * @param dryRun true to change nothing, and to return what would be changed
   * @throws {UsageError} the store has none of the limits that are set
   */
  init(limits: StoreLimits, dryRun?: boolean): Promise<Initialized>;
  /**
   * Returns the condition of the store.
   * @param monitorUrl monitoring address of a server, which reports more than clients learn; null for none
   * @throws {UsageError} the store has no server
   * @throws {HooklensError} the address does not respond as a monitoring address
   */
  report(monitorUrl: string | null): Promise<StoreReport>;
  /** Opens an empty log on the same disk or servers, to measure it. `close` removes it. */
  openScratch(): Promise<ScratchLog>;
  close(): Promise<void>;
}

/** Limits of a store; null for the default. */
export interface StoreLimits {
  readonly replicas: number | null;
  readonly maxAgeMs: number | null;
  readonly maxBytes: number | null;
  readonly maxAckPending: number | null;
  readonly ackWaitMs: number | null;
}

/** Result of `StoreAdmin.init`. */
export interface Initialized {
  /** Names of what was created. */
  readonly created: readonly string[];
  /** Names of what existed already. */
  readonly existing: readonly string[];
  /** Limits that differ on existing streams. */
  readonly changed: readonly ChangedLimit[];
  /** Next step for the user: a sentence. */
  readonly next: string;
}

/** Limit of an existing store that is changed. */
export interface ChangedLimit {
  readonly limit: keyof StoreLimits;
  /** Former value; null for none. */
  readonly from: number | null;
  readonly to: number | null;
  /** True if deliveries or copies of them are deleted: a smaller age or size, or fewer replicas. */
  readonly deletes: boolean;
}

/** Log that exists only while it is open. */
export interface ScratchLog {
  readonly log: DeliveryLog;
  close(): Promise<void>;
}

/** Condition of a store and its parts. */
export interface StoreReport {
  /** Losses that a 2xx survives here, and why: a sentence without its period. */
  readonly guarantee: string;
  /** Server of this connection; null for a store on this machine. */
  readonly server: ReportedServer | null;
  readonly parts: readonly StorePart[];
  readonly forwards: ReportedForwards;
  /** Receivers that write to this store now; null if the store does not know them. */
  readonly receivers: readonly ReportedReceiver[] | null;
  /** Copy of the log in this data directory; null if there is none. */
  readonly projection: ReportedProjection | null;
  /** Problems of the store: sentences without their period. */
  readonly problems: readonly string[];
}

export interface ReportedServer {
  readonly name: string;
  /** Name of the cluster; null if the server has none. */
  readonly cluster: string | null;
  readonly version: string;
}

/** File or stream of a store. */
export interface StorePart {
  readonly name: string;
  /** Rows or messages; null for an index, and while unknown. */
  readonly messages: number | null;
  /** Size; null while unknown. */
  readonly bytes: number | null;
  /** Age at which messages are deleted; null without a limit, and if the receiver deletes them. */
  readonly maxAgeMs: number | null;
  readonly maxBytes: number | null;
  /** Consumers of a stream; null for a file. */
  readonly consumers: number | null;
  /** Replicas of a stream; null for a file. */
  readonly replicas: ReportedReplicas | null;
}

export interface ReportedReplicas {
  readonly of: number;
  /** Server that accepts writes; null while there is none. */
  readonly leader: string | null;
  readonly peers: readonly ReportedPeer[];
}

/** Replica besides the leader. */
export interface ReportedPeer {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly isOffline: boolean;
  /** Operations that it has not applied yet. */
  readonly lag: number;
}

export interface ReportedForwards {
  readonly waiting: number;
  /** Number of forwards in progress; null if counted among the waiting ones. */
  readonly leased: number | null;
  /** Number of forwards at which the queue stalls; null for none. */
  readonly limit: number | null;
  /** Number of forwards given up because of an unreadable job; null if only receivers know. */
  readonly unreadable: number | null;
}

export interface ReportedReceiver {
  readonly host: string;
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  readonly startedAt: string;
}

export interface ReportedProjection {
  readonly path: string;
  /** Number of the newest delivery in it. */
  readonly seq: number;
  /** Deliveries of the log missing in the projection. */
  readonly lag: number;
  /** Messages of the streams left out as unreadable. */
  readonly unreadable: readonly UnreadableMessages[];
}

/** Messages of a stream that are no deliveries or changes of hooklens. */
export interface UnreadableMessages {
  readonly stream: "deliveries" | "changes";
  readonly count: number;
  /** Number of the last one in its stream. */
  readonly last: number;
}
