import { axes } from "../../../src/policy/policy.ts";
import type { CompareForm, FolderForm } from "../../../src/screens/policies/dialogs/compare-form.ts";
import type { RemarkForm } from "../../../src/screens/policies/dialogs/remark-form.ts";
import type { ReviewExportForm } from "../../../src/screens/policies/dialogs/review-export.ts";
import type { SealHistoryDialog } from "../../../src/screens/policies/dialogs/seal-history.ts";
import type { SealDialog } from "../../../src/screens/policies/dialogs/seal.ts";
import type { UpstreamComparison, UpstreamList } from "../../../src/screens/policies/dialogs/upstream.ts";
import type { ClauseForm, ValueForm } from "../../../src/screens/policies/dialogs/what-if-forms.ts";
import type { WhatIfMenu } from "../../../src/screens/policies/dialogs/what-if-menu.ts";
import type { WhatIfQuestion } from "../../../src/screens/policies/dialogs/what-if-question.ts";
import type { FolderChanges } from "../../../src/screens/policies/select/policies-state.ts";
import { untouched } from "../../../src/tui/dialogs/form.ts";
import type { ListView } from "../../../src/tui/list.ts";
import { randomThread } from "./random-policies.ts";
import type { RandomValues } from "./random-values.ts";

export type PolicyDialog =
  | RemarkForm
  | ReviewExportForm
  | SealDialog
  | SealHistoryDialog
  | CompareForm
  | FolderForm
  | FolderChanges
  | UpstreamList
  | UpstreamComparison
  | WhatIfQuestion
  | WhatIfMenu
  | ValueForm
  | ClauseForm;

/** Returns a function for each dialog of the Policies screen, which creates a random one. */
export function policyDialogs(values: RandomValues, view: ListView): readonly (() => PolicyDialog)[] {
  const { random, text, coin, maybe, many, field } = values;
  const state = () => ({ ...untouched, refused: maybe(text(200)), busy: coin() });
  return [
    () => ({
      kind: "remark",
      remark: random.pick(["flagged", "comment", "reply", "resolved"] as const),
      path: text(),
      clauseId: text(80),
      clauseHash: text(10),
      reviewer: text(),
      threads: many(3, () => randomThread(values)),
      thread: random.below(3),
      text: field(),
      isAboutEarlier: coin(),
      focus: random.pick(["text", "thread"]),
      ...state(),
    }),
    () => ({
      kind: "review-export",
      policy: text(),
      isShipped: coin(),
      revision: maybe(text()),
      format: random.pick(["markdown", "html"] as const),
      path: field(),
      replaces: maybe(text()),
      focus: random.pick(["format", "path"] as const),
      ...state(),
    }),
    () => ({ kind: "what-if", reason: random.pick(["leave", "file-changed"] as const), next: null }),
    () => ({
      kind: "seal",
      keys: many(3, () => text(30)),
      problem: maybe(text(200)),
      concerns: {
        sha256: null,
        list: many(4, () => ({ words: text(90), values: many(4, () => text(200)), tone: "error" })),
      },
      view,
    }),
    () => ({
      kind: "seal-history",
      clauseId: maybe(text(80)),
      history: {
        receipts: many(9, () => ({
          id: text(64),
          sealedAt: text(24),
          quorum: text(8),
          signers: many(3, () => text(30)),
        })),
        changes: many(3, () => text(60)),
        since: coin() ? null : { problem: text(200), isNew: coin(), isApart: coin() },
        proof: coin()
          ? null
          : {
              algorithm: "SHA-256",
              root: text(64),
              clause: { clause_id: text(64), lambda_axes: [] },
              way: { chaining: "merkle_tree", index: 0, size: 9, path: many(4, () => text(64)) },
            },
      },
      top: random.below(30),
    }),
    () => ({ kind: "what-if-menu", view }),
    () => ({
      kind: "what-if-value",
      value: random.pick(["weight", "minimum", "retention", "copy"] as const),
      cell: maybe({ clause: { id: text(64), index: 0 }, axis: random.pick(axes) }),
      text: field(),
      now: text(10),
      focus: "text",
      ...state(),
    }),
    () => ({
      kind: "what-if-clause",
      id: field(),
      title: field(),
      citation: field(),
      fullRef: field(),
      axis: random.pick(axes),
      focus: random.pick(["id", "title", "citation", "fullRef", "axis"]),
      ...state(),
    }),
    () => ({
      kind: "policy-compare",
      path: text(),
      name: text(),
      version: field(),
      revisions: many(5, () => ({ text: text(40), note: text(80) })),
      policies: many(5, () => ({ text: text(40), note: text(80), path: text() })),
      focus: "version",
      ...state(),
      suggestions: maybe({ chosen: maybe(random.below(5)) }),
    }),
    () => ({
      kind: "policies-compare",
      revision: field(),
      revisions: many(5, () => ({ text: text(40), note: text(80) })),
      focus: "revision",
      ...state(),
      suggestions: maybe({ chosen: maybe(random.below(5)) }),
    }),
    () => ({
      kind: "folder-changes",
      revision: text(40),
      policies: many(9, () => ({
        path: maybe(text()),
        name: text(60),
        renamedFrom: maybe(text(60)),
        kind: random.pick(["deleted", "changed", "renamed", "new", "text", "unreadable"] as const),
        weakened: coin(),
        problem: maybe(text(200)),
        counts: { weakened: random.below(2_000), strengthened: random.below(3), changed: random.below(3) },
        changes: many(5, () => ({
          direction: random.pick(["weakened", "strengthened", "changed"] as const),
          text: text(200),
        })),
      })),
      view,
    }),
    () => ({ kind: "upstream", view }),
    () => ({
      kind: "upstream-comparison",
      name: text(),
      document: {
        name: text(),
        standing: random.pick(["same", "differs", "new", "removed", "ours", "too-large"] as const),
        isKept: coin(),
        ours: maybe(text(64)),
        upstream: maybe(text(64)),
      },
      diff: { problem: text(200), isNew: coin(), isApart: coin() },
      lines: many(9, () => `${random.pick(["+", "-", "@", " "] as const)}${text(100)}`),
      top: random.below(30),
    }),
  ];
}
