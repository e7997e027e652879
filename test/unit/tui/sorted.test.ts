import { describe, expect, it } from "vitest";
import { isNewestFirst, logOrder } from "../../../src/screens/deliveries/list/log-order.ts";
import { jobsList, listedJobs, selectedJob } from "../../../src/screens/jobs/select.ts";
import { jobsLoaded, runStarted, setJobs } from "../../../src/screens/jobs/state.ts";
import {
  listedWebhooks,
  selectedWebhook,
  webhookList,
  webhooksLoaded,
} from "../../../src/screens/webhooks/state/webhooks.ts";
import type { Table } from "../../../src/tables/column.ts";
import { deliveryTable } from "../../../src/tables/deliveries.ts";
import { span } from "../../../src/text/line.ts";
import { v } from "../../../src/text/visible.ts";
import { shownSort, sortedRows, sortText } from "../../../src/tui/sorted.ts";
import { listSorted, sortOf } from "../../../src/tui/state/sorts.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { jobRun } from "../../support/app/job-run.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";

const start = initialState({ columns: 120, rows: 30 }, 0);

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const table: Table<Row, unknown> = {
  name: "jobs",
  columns: {
    name: { title: v`title`, width: 5, cell: () => span(v``), order: ({ name }) => name },
    size: { title: v``, width: 5, cell: () => span(v``), order: ({ size }) => size },
    other: { title: v`other`, width: 5, cell: () => span(v``) },
  },
  shown: ["name", "size", "other"],
};
const rows: readonly Row[] = [
  { name: "run-10", size: null },
  { name: "run-9", size: 2 },
  { name: "Run-1", size: 10 },
  { name: "run-2", size: 2 },
];
const sorted = (column: string, descending: boolean) =>
  sortedRows(after(start, listSorted("jobs", { column, descending })), table, rows).map(({ name }) => name);

describe("the shown order", () => {
  const usual = { column: "size", descending: true };
  const shown = (column: string) =>
    shownSort(after(start, listSorted("jobs", { column, descending: false })), { ...table, usual });

  it("is the chosen one, or the usual one while another view has its column", () => {
    expect(shown("name")).toEqual({ column: "name", descending: false });
    expect(shown("Λ2")).toEqual(usual);
    expect(shownSort(start, table)).toBeNull();
  });
});

describe("sorted rows", () => {
  it("order texts with their numbers, and numbers by value", () => {
    expect(sorted("name", false)).toEqual(["Run-1", "run-2", "run-9", "run-10"]);
    expect(sorted("name", true)).toEqual(["run-10", "run-9", "run-2", "Run-1"]);
  });

  it("keep rows without a value last, and equal ones in their usual order, in both directions", () => {
    expect(sorted("size", false)).toEqual(["run-9", "run-2", "Run-1", "run-10"]);
    expect(sorted("size", true)).toEqual(["Run-1", "run-9", "run-2", "run-10"]);
  });

  it("are the rows themselves without an order, and by a column that has none or is unknown", () => {
    expect(sortedRows(start, table, rows)).toBe(rows);
    for (const column of ["other", "gone", "constructor"]) {
      const state = after(start, listSorted("jobs", { column, descending: false }));
      expect(sortedRows(state, table, rows)).toBe(rows);
      expect(sortText(state, table)).toBeNull();
    }
  });

  it("name their column, or its name without a title", () => {
    const text = (column: string, descending: boolean) =>
      sortText(after(start, listSorted("jobs", { column, descending })), table);
    expect(text("name", false)).toBe("sorted by title, ascending");
    expect(text("size", true)).toBe("sorted by size, descending");
  });
});

it("returns to the usual order of one list and keeps that of another", () => {
  const state = after(
    start,
    listSorted("jobs", { column: "id", descending: false }),
    listSorted("policies", { column: "name", descending: true }),
    listSorted("jobs", null),
  );
  expect(sortOf(state, "jobs")).toBeNull();
  expect(sortOf(state, "policies")).toEqual({ column: "name", descending: true });
});

const run = (id: string) => jobRun({ id, command: [id] });

describe("a sorted list", () => {
  const byId = { column: "id", descending: false };

  it("keeps its selected row when the order changes and when rows arrive", () => {
    const loaded = after(start, jobsLoaded(["c", "a"].map(run), 1));
    expect(selectedJob(loaded)?.id).toBe("c");
    const state = after(loaded, listSorted("jobs", byId));
    expect(listedJobs(state).map(({ id }) => id)).toEqual(["a", "c"]);
    expect([selectedJob(state)?.id, jobsList(state)?.selected]).toEqual(["c", 1]);
    const more = after(state, jobsLoaded(["d", "b", "c", "a"].map(run), 2));
    expect([selectedJob(more)?.id, jobsList(more)?.selected]).toEqual(["c", 2]);
  });

  it("keeps a run that was just started selected, also when an older list arrives", () => {
    const loaded = after(start, jobsLoaded(["b", "a"].map(run), 1), runStarted(run("c"), "me"));
    expect(selectedJob(loaded)?.id).toBe("c");
    const late = after(loaded, jobsLoaded(["b", "a"].map(run), 2));
    const listed = after(late, jobsLoaded(["d", "c", "b", "a"].map(run), 3));
    expect([late, listed].map((state) => selectedJob(state)?.id)).toEqual(["c", "c"]);
    expect(listedJobs(after(listed, jobsLoaded(["d", "b", "a"].map(run), 4)))).toHaveLength(3);
  });

  it("moves from its first shown row while a filter hides the selected one", () => {
    const loaded = after(start, jobsLoaded(["b2", "a1", "b1"].map(run), 1));
    const state = after(loaded, jobsList(loaded).select(1), setJobs({ filter: textField("b") }));
    expect([selectedJob(state)?.id, jobsList(state).selected]).toEqual(["b2", 0]);
    const moved = after(state, jobsList(state).select(1));
    expect(selectedJob(moved)?.id).toBe("b1");
    expect(selectedJob(after(state, setJobs({ filter: textField() })))?.id).toBe("a1");
  });

  it("moves its selection by the shown rows", () => {
    const webhook = (id: string) => aWebhook({ id, url: null, watched: [] });
    const loaded = after(
      start,
      webhooksLoaded(["b", "c", "a"].map(webhook), 1),
      listSorted("webhooks", byId),
    );
    expect(listedWebhooks(loaded).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(webhookList(loaded).selected).toBe(1);
    const up = after(loaded, webhookList(loaded).select(0));
    expect([selectedWebhook(up)?.id, webhookList(up).selected]).toEqual(["a", 0]);
  });
});

it("gives every column of a sortable screen's usual list a value to sort by, unless the log cannot sort by it", () => {
  const tables = registry.screens.flatMap((screen) => screen.table?.(start) ?? []);
  expect(tables.map(({ name }) => name)).toEqual(["webhooks", "deliveries", "policies", "jobs", "messages"]);
  for (const { name, columns, shown } of tables) {
    const unsorted = shown.filter((column) => columns[column]?.order === undefined);
    // The sign of a policy is that of its most urgent reason, the usual order.
    const others: Record<string, readonly string[]> = {
      deliveries: ["seq", "webhook", "sender"],
      policies: ["verdict"],
    };
    expect(unsorted).toEqual(others[name] ?? []);
  }
});

it("reads the log in the order of every column of its list that has one", () => {
  const sortable = Object.entries(deliveryTable.columns)
    .filter(([, column]) => "order" in column)
    .map(([name]) => name);
  expect(sortable).toContain("took");
  for (const column of sortable) {
    for (const descending of [true, false]) {
      const state = after(start, listSorted("deliveries", { column, descending }));
      const isUsual = column === "time" && descending;
      expect(isNewestFirst(state), column).toBe(isUsual);
      expect(logOrder(state).descending, column).toBe(descending);
    }
  }
});
