import { describe, expect, it } from "vitest";
import { setWebhooks, webhooksArrangement } from "../../src/screens/webhooks/state/webhooks.ts";
import { type ListedWebhook, webhookTable } from "../../src/tables/webhooks.ts";
import { type Line, span } from "../../src/text/line.ts";
import { visible } from "../../src/text/visible.ts";
import { fitTable, tableHead, tableRow } from "../../src/tui/components/table.ts";
import { paneSize } from "../../src/tui/layout.ts";
import { sortedRows } from "../../src/tui/sorted.ts";
import { listSorted } from "../../src/tui/state/sorts.ts";
import { aWebhook } from "../support/a-webhook.ts";
import { after, initialState } from "../support/app/state.ts";

const nowMs = Date.parse("2026-11-23T00:00:00Z");
const health = "✗ connrefused ×3";
const webhook: ListedWebhook = {
  ...aWebhook({ id: "0123456789abcdef89abcdef", url: "http://127.0.0.1:9/webhooks/inbox" }),
  health: span(visible(health), "error"),
};
const job: ListedWebhook = {
  ...webhook,
  id: "0123456789abcdef01234567",
  url: null,
  job: { command: ["python", "-c", "print(1)\n".repeat(40)] },
};

function draw(columns: number, rows: readonly ListedWebhook[]): string {
  const state = initialState({ columns, rows: 40 }, nowMs);
  const table = fitTable(state, webhookTable, rows, { busy: {}, nowMs }, columns - 2);
  const textOf = ({ spans }: Line) => spans.map(({ text }) => text).join("");
  return [tableHead(table), ...rows.map((row) => tableRow(table, row, false, false))].map(textOf).join("\n");
}

describe("columns of the list of webhooks", () => {
  it.each([40, 60, 80, 100, 118, 120, 160, 200])("show the whole health in %i columns", (columns) => {
    expect(draw(columns, [webhook])).toContain(health);
    expect(draw(columns, [webhook, job])).toContain(health);
  });

  it("show the sparkline, the rate and the queue only beside whole targets", () => {
    const [narrow = "", wide = ""] = [80, 120].map((columns) => draw(columns, [webhook]));
    expect(narrow).not.toContain("last 24 h");
    expect(narrow).toMatch(/target +watched +health +last/);
    expect(wide).toMatch(/target +watched +health +last 24 h +last +ok +queue/);
    expect(wide).toContain("127.0.0.1:9 /webhooks/inbox");
  });
});

describe("the short target of a webhook", () => {
  const shortOf = (url: string, width: number) =>
    String(webhookTable.columns.target.short({ ...webhook, url }, width));

  it.each([
    ["http://127.0.0.1:47860/webhooks/inbox", 23, "…:47860 /webhooks/inbox"],
    ["http://127.0.0.1:47860/webhooks/inbox", 28, "127.0…:47860 /webhooks/inbox"],
    ["http://127.0.0.1:47860/webhooks/inbox", 16, "…:47860 …s/inbox"],
    ["http://[::1]:47860/webhooks/inbox", 16, "…:47860 …s/inbox"],
    ["http://localhost:47860/", 10, "loc…:47860"],
    ["https://ci.example/hooks/0123456789", 16, "ci.exam…23456789"],
  ])("of %s in %i columns keeps the port and the end", (url, width, short) => {
    expect(shortOf(url, width).trim()).toBe(short);
    expect(shortOf(url, width).length).toBeLessThanOrEqual(width);
  });
});

it("gives the list as many rows as the activity", () => {
  for (const [size, rows] of [
    [{ columns: 80, rows: 24 }, 9],
    [{ columns: 120, rows: 40 }, 17],
  ] as const) {
    const state = after(initialState(size, nowMs), setWebhooks({ items: [webhook] }));
    const [list, activity] = ["list", "activity"].map((id) => paneSize(state, webhooksArrangement, id).rows);
    expect(list).toBe(rows);
    expect(activity).toBeLessThanOrEqual(rows);
  }
});

it("sorts the worst health first", () => {
  const rows = [
    ["✓", "ok"],
    ["– no event", "muted"],
    ["▲ nowhere", "warn"],
    ["✗ 403", "error"],
  ] as const;
  const all = rows.map(([text, tone]) => ({ ...webhook, health: span(visible(text), tone) }));
  const state = initialState({ columns: 120, rows: 40 }, nowMs);
  const sorted = (descending: boolean) =>
    sortedRows(after(state, listSorted("webhooks", { column: "health", descending })), webhookTable, all).map(
      ({ health: one }) => one?.text,
    );
  expect(sorted(false)).toEqual(["✗ 403", "▲ nowhere", "– no event", "✓"]);
  expect(sorted(true)).toEqual(["✓", "– no event", "▲ nowhere", "✗ 403"]);
});
