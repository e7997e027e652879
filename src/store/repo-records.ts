/** Types of repos that have files and discussions. */
export const repoTypes = ["model", "dataset", "space"] as const;
export type RepoType = (typeof repoTypes)[number];

/** Repo without the content of its git repository. */
export interface StoredRepo {
  /** 24 hex digits, as on the Hub; unchanged when the repo is renamed. */
  readonly id: string;
  readonly type: RepoType;
  /** `owner/name`, in its original case. */
  readonly name: string;
  readonly private: boolean;
  /** Way of granting access requests; null if access needs no request. */
  readonly gated: "auto" | "manual" | null;
  /** SDK of a space: `gradio`, `docker`, `static`. */
  readonly sdk: string | null;
  readonly createdAt: string;
}

export type NewRepo = Omit<StoredRepo, "createdAt">;
export type RepoChange = Partial<Pick<StoredRepo, "name" | "private" | "gated">>;

/** Commits by full ref name: `refs/heads/main` to 40 hex digits. */
export type RefMap = Readonly<Record<string, string>>;

/** Change of refs whose event may not have been sent. */
export interface OpenChange {
  /** ID of the repo. */
  readonly repo: string;
  /** Base URL of the hub in the request that made the change; URLs in the payload start with it. */
  readonly endpoint: string;
  /** Refs before the change. */
  readonly refs: RefMap;
}

/** Repos of a hub without their content. Names are compared case-insensitively. */
export interface RepoRecords {
  /** Returns null if another repo of the type has the name. */
  create(repo: NewRepo): Promise<StoredRepo | null>;
  find(type: RepoType, name: string): Promise<StoredRepo | null>;
  get(id: string): Promise<StoredRepo | null>;
  /** Returns the repos of one owner, by default of all owners, in the order of creation. */
  list(owner?: string): Promise<readonly StoredRepo[]>;
  /** Returns null if the repo does not exist or its new name is taken. */
  update(id: string, change: RepoChange): Promise<StoredRepo | null>;
  /** Removes a repo and its open change. Returns false if it does not exist. */
  remove(id: string): Promise<boolean>;
  /**
   * Stores the refs of a repo before they change. An open change of the repo is not replaced.
   * @returns the change that was already open; null if there was none
   */
  openChange(change: OpenChange): Promise<OpenChange | null>;
  /** Removes the open change of a repo. Called after its event was accepted. */
  closeChange(repo: string): Promise<void>;
  openChanges(): Promise<readonly OpenChange[]>;
  close(): Promise<void>;
}
