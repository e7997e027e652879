-- deliveries.db
PRAGMA user_version = 10;
CREATE TABLE attempts (
      seq INTEGER NOT NULL,
      number INTEGER NOT NULL,
      target TEXT NOT NULL,
      started_at TEXT NOT NULL,
      status INTEGER,
      error TEXT,
      duration_ms REAL NOT NULL,
      reply_headers TEXT,
      reply_body BLOB,
      PRIMARY KEY (seq, number)
    ) WITHOUT ROWID;
CREATE TABLE block_names (
      id INTEGER PRIMARY KEY,
      field TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (field, name)
    );
CREATE TABLE block_values (
      name_id INTEGER NOT NULL,
      block INTEGER NOT NULL,
      PRIMARY KEY (name_id, block)
    ) WITHOUT ROWID;
CREATE INDEX values_of_block ON block_values (block);
CREATE TABLE blocks (
      block INTEGER PRIMARY KEY,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      fastest REAL,
      slowest REAL,
      smallest INTEGER NOT NULL,
      largest INTEGER NOT NULL
    );
CREATE TABLE bodies (
      id INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      coding TEXT NOT NULL,
      data BLOB NOT NULL
    );
CREATE TABLE contents (
      seq INTEGER PRIMARY KEY,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      body_id INTEGER
    );
CREATE INDEX contents_with_large_body ON contents (body_id, seq) WHERE body_id IS NOT NULL;
CREATE TRIGGER changed_after_summary AFTER UPDATE OF outcome, status, duration_ms, duplicate_of ON deliveries
      WHEN EXISTS (SELECT 1 FROM blocks WHERE block = new.seq >> 10)
      BEGIN DELETE FROM blocks WHERE block = new.seq >> 10; END;
CREATE TABLE deliveries (
      seq INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      route TEXT,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      remote TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      sha256 TEXT,
      scope TEXT,
      action TEXT,
      repo_type TEXT,
      repo_name TEXT,
      webhook_id TEXT,
      auth TEXT NOT NULL,
      outcome TEXT NOT NULL,
      status INTEGER,
      duration_ms REAL,
      replay_of INTEGER,
      duplicate_of INTEGER,
      dedupe_key TEXT,
      dedupe_within INTEGER,
      schema_valid INTEGER,
      reason TEXT,
      subject TEXT,
      edited INTEGER
    , event_of INTEGER);
CREATE INDEX deliveries_by_outcome ON deliveries (outcome, received_at);
CREATE INDEX duplicates ON deliveries (duplicate_of, seq) WHERE duplicate_of IS NOT NULL;
CREATE INDEX firsts_by_key ON deliveries (dedupe_key)
      WHERE dedupe_key IS NOT NULL AND dedupe_within IS NULL AND event_of IS NULL;
CREATE INDEX pending_deliveries ON deliveries (seq) WHERE outcome = 'pending';
CREATE INDEX rejected_deliveries ON deliveries (seq) WHERE outcome = 'rejected';
CREATE INDEX replays ON deliveries (replay_of, seq) WHERE replay_of IS NOT NULL;
CREATE INDEX tries_of_event ON deliveries (event_of, outcome) WHERE event_of IS NOT NULL;
CREATE TABLE held_lanes (lane TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE jobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      body TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('later', 'ready', 'leased', 'held', 'dead'))
    );
CREATE INDEX jobs_by_due ON jobs (state, due_at);
CREATE INDEX jobs_of_lane ON jobs (lane, state);
CREATE INDEX jobs_ready ON jobs (id, lane) WHERE state = 'ready';
CREATE TABLE log (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      log_id TEXT NOT NULL,
      pruned_to INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0
    );
CREATE TABLE responses (
      seq INTEGER PRIMARY KEY,
      "by" TEXT,
      status INTEGER,
      content_type TEXT,
      body BLOB,
      truncated INTEGER,
      console TEXT
    );
CREATE TABLE sqlite_sequence(name,seq);

-- hub.db
PRAGMA user_version = 9;
CREATE TABLE discussion_numbers (
      repo_id TEXT PRIMARY KEY REFERENCES repos (id) ON DELETE CASCADE,
      last INTEGER NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE discussion_records (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      discussion TEXT NOT NULL REFERENCES discussions (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      author TEXT NOT NULL,
      created_at TEXT NOT NULL,
      data TEXT NOT NULL,
      UNIQUE (discussion, id)
    );
CREATE TABLE discussions (
      id TEXT NOT NULL PRIMARY KEY,
      repo_id TEXT NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
      num INTEGER NOT NULL,
      title TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'merged')),
      base TEXT,
      author TEXT NOT NULL,
      pinned INTEGER NOT NULL,
      merge_commit_id TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (repo_id, num)
    );
CREATE TABLE dispatch_attempts (
      id INTEGER PRIMARY KEY,
      dispatch INTEGER NOT NULL,
      target TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      status INTEGER,
      error TEXT,
      job_run TEXT,
      replay INTEGER NOT NULL,
      next_at INTEGER,
      headers TEXT NOT NULL,
      answer BLOB NOT NULL
    );
CREATE INDEX attempts_of_dispatch ON dispatch_attempts (dispatch);
CREATE TABLE dispatch_payloads (dispatch INTEGER PRIMARY KEY, payload TEXT NOT NULL);
CREATE TABLE dispatches (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      webhook TEXT NOT NULL,
      account TEXT NOT NULL,
      message_id TEXT NOT NULL,
      scope TEXT NOT NULL,
      action TEXT NOT NULL,
      repo_type TEXT NOT NULL,
      repo_name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      job INTEGER,
      outcome TEXT CHECK (outcome IN ('sent', 'dead', 'over-quota')),
      attempts INTEGER NOT NULL DEFAULT 0,
      last_at INTEGER,
      last_status INTEGER,
      last_error TEXT
    );
CREATE INDEX dispatches_of_webhook ON dispatches (webhook, id);
CREATE TABLE held_lanes (lane TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE job_runs (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      spec TEXT NOT NULL,
      trigger TEXT,
      dispatch TEXT UNIQUE,
      stage TEXT NOT NULL CHECK (stage IN ('SCHEDULING', 'RUNNING', 'COMPLETED', 'CANCELED', 'ERROR')),
      message TEXT,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      pid INTEGER,
      process_mark TEXT
    );
CREATE INDEX job_runs_by_stage ON job_runs (stage, place);
CREATE INDEX job_runs_of_account ON job_runs (account, place);
CREATE TABLE jobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      body TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('later', 'ready', 'leased', 'held', 'dead'))
    );
CREATE INDEX jobs_by_due ON jobs (state, due_at);
CREATE INDEX jobs_by_lane ON jobs (state, lane);
CREATE INDEX jobs_ready ON jobs (id, lane) WHERE state = 'ready';
CREATE TABLE open_changes (
      repo TEXT PRIMARY KEY,
      endpoint TEXT NOT NULL,
      refs TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE repos (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      private INTEGER NOT NULL,
      gated TEXT,
      sdk TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (type, name)
    );
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE watch_keys (
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      webhook INTEGER NOT NULL REFERENCES webhooks (place) ON DELETE CASCADE,
      PRIMARY KEY (type, name, webhook)
    ) WITHOUT ROWID;
CREATE INDEX watch_keys_of_webhook ON watch_keys (webhook);
CREATE TABLE webhook_hours (
      webhook TEXT NOT NULL,
      hour INTEGER NOT NULL,
      scope TEXT NOT NULL,
      action TEXT NOT NULL,
      dispatches INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (webhook, hour, scope, action)
    ) WITHOUT ROWID;
CREATE TABLE webhook_sending (
      webhook TEXT PRIMARY KEY,
      triggers INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      failing_since INTEGER,
      last_at INTEGER,
      last_status INTEGER,
      last_error TEXT,
      last_ok INTEGER NOT NULL DEFAULT 0,
      last_run TEXT,
      last_duration INTEGER
    ) WITHOUT ROWID;
CREATE TABLE webhook_triggers (
      webhook TEXT NOT NULL,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (webhook, number)
    ) WITHOUT ROWID;
CREATE TABLE webhooks (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      url TEXT,
      job_source_id TEXT,
      watched TEXT NOT NULL,
      domains TEXT NOT NULL,
      secret TEXT,
      disabled INTEGER NOT NULL,
      suspended INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      version INTEGER NOT NULL,
      held INTEGER NOT NULL DEFAULT 0
    );
CREATE INDEX webhooks_of_account ON webhooks (account);

-- search.db
PRAGMA user_version = 4;
CREATE TABLE first_keys (seq INTEGER PRIMARY KEY, key TEXT NOT NULL, route TEXT, received_at INTEGER NOT NULL, ends_at INTEGER);
CREATE INDEX first_keys_by_end ON first_keys (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX first_keys_by_key ON first_keys (key);
CREATE TABLE pending (seq INTEGER PRIMARY KEY);
CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), log_id TEXT NOT NULL, indexed_seq INTEGER NOT NULL,
    compared_seq INTEGER NOT NULL, removed INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1');
CREATE TABLE 'words_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'words_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
