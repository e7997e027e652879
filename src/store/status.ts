/** Condition of a store on other machines, as this process last saw it. */
export interface StoreStatus {
  /** Scheme of `--store`. */
  readonly kind: string;
  /** Address without credentials. */
  readonly address: string;
  /** Name of the log on the server. */
  readonly name: string;
  readonly connected: boolean;
  /** Time of the last change of `connected`, in milliseconds since 1970. */
  readonly sinceMs: number;
  /** Name of the server of the last connection; null if there was none. */
  readonly server: string | null;
  /** Name of its cluster; null if it has none. */
  readonly cluster: string | null;
  readonly version: string | null;
  /** Replicas of the log: those that are up to date, of those that are configured; null while unknown. */
  readonly replicas: { readonly current: number; readonly of: number } | null;
  /** False if the account may only read the log. */
  readonly isWritable: boolean;
  /** Forwards in the queue, and the number of them at which the queue stalls, if there is one; null while unknown. */
  readonly forwards: { readonly waiting: number; readonly limit: number | null } | null;
  /**
   * Deliveries that the log has for a second or longer, and this data directory not yet; null if this process does not
   * follow the log.
   */
  readonly lag: number | null;
  /** Progress of the first reading of the log, in deliveries; null once it is complete. */
  readonly catchUp: { readonly done: number; readonly of: number } | null;
  /** Losses that a 2xx survives here, and why: a sentence without its period. */
  readonly guarantee: string;
}
