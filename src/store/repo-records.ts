/** The kinds of repo that hold files and discussions. */
export const repoTypes = ["model", "dataset", "space"] as const;
export type RepoType = (typeof repoTypes)[number];

/** A repo as a hub keeps it, without what its git repository holds. */
export interface StoredRepo {
  /** 24 hex digits, as the Hub's are; stays the same when the repo moves. */
  readonly id: string;
  readonly type: RepoType;
  /** `owner/name`, in the case it was made with. */
  readonly name: string;
  readonly private: boolean;
  /** Whether access has to be asked for, and who grants it; null: it has not. */
  readonly gated: "auto" | "manual" | null;
  /** Of a space: `gradio`, `docker`, `static`. */
  readonly sdk: string | null;
  readonly createdAt: string;
}

export type NewRepo = Omit<StoredRepo, "createdAt">;
export type RepoChange = Partial<Pick<StoredRepo, "name" | "private" | "gated">>;

/** The refs of a repo by their full names, with what each points at: `refs/heads/main` to 40 hex digits. */
export type RefMap = Readonly<Record<string, string>>;

/** A change of a repo's refs that may not have been announced. */
export interface OpenChange {
  /** The repo's id. */
  readonly repo: string;
  /** Where the hub was reached by who made the change: the addresses in the payload start with it. */
  readonly endpoint: string;
  /** As they were before. */
  readonly refs: RefMap;
}

/** What a hub knows of its repos besides their content. Names are compared without regard to case. */
export interface RepoRecords {
  /** Null: the name is taken by another repo of the type. */
  create(repo: NewRepo): Promise<StoredRepo | null>;
  find(type: RepoType, name: string): Promise<StoredRepo | null>;
  get(id: string): Promise<StoredRepo | null>;
  /** Those of one owner (every owner's by default), in the order of creation. */
  list(owner?: string): Promise<readonly StoredRepo[]>;
  /** Null: there is no such repo, or its new name is taken. */
  update(id: string, change: RepoChange): Promise<StoredRepo | null>;
  /** Also forgets its open change. Whether there was one. */
  remove(id: string): Promise<boolean>;
  /**
   * Notes the refs of a repo before they change. Where a change of it is open already, that one stays as it is.
   * @returns the one that was open already; null: none was
   */
  openChange(change: OpenChange): Promise<OpenChange | null>;
  /** The event of the repo's open change is accepted. */
  closeChange(repo: string): Promise<void>;
  openChanges(): Promise<readonly OpenChange[]>;
  close(): Promise<void>;
}
