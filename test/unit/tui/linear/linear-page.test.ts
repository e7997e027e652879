import { expect, it } from "vitest";
import type { JobRun } from "../../../../src/model/job.ts";
import type { OpenMenu } from "../../../../src/screens/deliveries/actions/open-menu.ts";
import { setJobs } from "../../../../src/screens/jobs/state.ts";
import { dispatchKind, dispatchPage } from "../../../../src/screens/webhooks/state/dispatch-page.ts";
import { activityList, setActivity } from "../../../../src/screens/webhooks/state/shown-activity.ts";
import { selectedWebhook, setWebhooks } from "../../../../src/screens/webhooks/state/webhooks.ts";
import { chooserKind } from "../../../../src/tui/dialogs/column-chooser.ts";
import { openCopyMenu } from "../../../../src/tui/dialogs/copy-menu.ts";
import type { SequenceBox } from "../../../../src/tui/dialogs/sequence.ts";
import { openSortChooser } from "../../../../src/tui/dialogs/sort-chooser.ts";
import { newLines } from "../../../../src/tui/linear/announcement.ts";
import { linearColumns, linearLines, linearPage } from "../../../../src/tui/linear/linear-page.ts";
import { openDialog, showScreen } from "../../../../src/tui/state/nav.ts";
import { listSorted } from "../../../../src/tui/state/sorts.ts";
import { setWindow } from "../../../../src/tui/state/window.ts";
import { deliveryOf, someMomentMs } from "../../../support/app/deliveries.ts";
import { jobRun } from "../../../support/app/job-run.ts";
import { randomState } from "../../../support/app/random-state.ts";
import { registry } from "../../../support/app/registry.ts";
import { after, initialState, type KnownState } from "../../../support/app/state.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

const size = { columns: linearColumns, rows: 24 };

const busy =
  /\b(?:Delet|connect|open|reconnect|Load|Sav|Updat|Start|Send|Trigger|Replay|Check|Ask|Compar)ing[^…]*…/g;

/** Long texts of plain words, which a layout would have to cut. */
export const longText = (random: Random) => () =>
  Array.from({ length: 1 + random.below(40) }, (_, index) => `word${index}`).join(" ");

const runs = (text: () => string): readonly JobRun[] =>
  [0, 1, 2].map((index) =>
    jobRun({
      id: `${index}${"f".repeat(23)}`,
      command: ["echo", text()],
      image: "python:3.12",
      webhookId: `${index}${"e".repeat(23)}`,
      createdAt: new Date(someMomentMs).toISOString(),
    }),
  );

const dispatch = (text: () => string) => ({
  id: 7,
  createdAt: new Date(someMomentMs).toISOString(),
  event: { scope: "discussion.comment", action: "create" },
  repo: { type: "dataset", name: text() },
  messageId: "m",
  state: "retrying" as const,
  attemptCount: 1,
  lastAttemptAt: null,
  lastStatus: null,
  lastError: text(),
  nextAttemptAt: new Date(someMomentMs).toISOString(),
  run: null,
});

/** Returns a state, and the kinds of dialogs that random states do not open. */
export function someState(random: Random, text: (length?: number) => string): KnownState {
  const state = after(
    randomState(random, size, text),
    setWindow({ isLinear: true }),
    setJobs({ items: runs(text), loadedAtMs: someMomentMs }),
  );
  const menu: OpenMenu = {
    kind: "open",
    seq: 1,
    subjects: [{ label: "webhook", text: text(), show: null }],
    view: { selected: 0, top: 0 },
  };
  const sequence: SequenceBox = {
    kind: "sequence",
    first: random.pick(["g", "m"]),
    view: { selected: 0, top: 0 },
  };
  const unread = activityList(selectedWebhook(state)?.id ?? null);
  const more = [
    openCopyMenu([{ label: "ID", text: text() }]),
    chooserKind.open({
      kind: "columns",
      order: ["id", "time"],
      shown: ["id"],
      view: { selected: 1, top: 0 },
    }),
    openSortChooser(state, registry),
    openDialog(sequence),
    openDialog(menu),
    setActivity({
      ...unread,
      rows: { from: "hub", dispatches: [dispatch(text), { ...dispatch(text), id: 6 }], more: false },
    }),
    setActivity({
      ...unread,
      rows: { from: "log", deliveries: [deliveryOf(1), deliveryOf(2, { reason: text() })], more: false },
    }),
    dispatchKind.open({
      ...dispatchPage("w", 7),
      detail: {
        ...dispatch(text),
        payload: JSON.stringify({ event: text() }),
        attempts: [
          {
            target: text(),
            startedAt: new Date(someMomentMs).toISOString(),
            status: 500,
            error: null,
            durationMs: 5,
            replay: false,
            jobRun: null,
            nextAttemptAt: null,
            answerHeaders: [],
            answer: Buffer.from(text()),
          },
        ],
      },
    }),
  ];
  return random.next() < 0.3 ? after(state, setWebhooks({ focus: "activity" }), random.pick(more)) : state;
}

it("describes every screen and dialog without layout: no borders, padding or cuts", () => {
  const random = seededRandom(12);
  const text = longText(random);
  const seen = new Set<string>();
  for (let round = 0; round < 1_000; round += 1) {
    const drawn = someState(random, text);
    const state = { ...drawn, nav: { ...drawn.nav, screen: random.pick(registry.screens).id } };
    seen.add(state.nav.dialogs.at(-1)?.kind ?? state.nav.screen);
    for (const line of linearLines(state, registry)) {
      expect(line).not.toMatch(/[\u2500-\u259F❯●■○◐]/);
      expect(line).not.toMatch(/ {2}|^ | $/);
      // A verb that ends with an ellipsis says that something runs.
      expect(line.replaceAll(busy, "")).not.toContain("…");
    }
  }
  const screens = registry.screens.map(({ id }) => id);
  const dialogs = registry.features.flatMap((feature) => feature.dialogs.map(({ kind }) => kind));
  expect([...screens, ...dialogs].filter((id) => !seen.has(id))).toEqual([]);
});

it("announces the column that sorts a list, and the usual order", () => {
  const start = after(
    initialState(size, 0),
    setWindow({ isLinear: true }),
    showScreen("jobs"),
    setJobs({ items: runs(() => "word"), loadedAtMs: 1 }),
  );
  const sorted = after(start, listSorted("jobs", { column: "stage", descending: true }));
  const [before, between] = [linearPage(start, registry), linearPage(sorted, registry)];
  expect(newLines(before, between)).toEqual(["sorted by state, descending"]);
  expect(newLines(between, before)).toEqual(["usual order"]);
});

it("describes any state with any text", () => {
  const random = seededRandom(13);
  for (let round = 0; round < 300; round += 1) {
    const state = after(randomState(random, size), setWindow({ isLinear: true }));
    for (const line of linearLines(state, registry)) {
      expect(line).not.toMatch(/\p{Cc}|^ | $/u);
    }
  }
});
