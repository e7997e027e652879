import { expect, it } from "vitest";
import { filterStates } from "../../../src/model/filter.ts";
import { actCommands } from "../../../src/screens/deliveries/actions/commands.ts";
import { wordOf } from "../../../src/screens/deliveries/detail/watch-hits.ts";
import { filterSuggestionRows } from "../../../src/screens/deliveries/filter/suggestions.ts";
import { markCommands } from "../../../src/screens/deliveries/marks/actions.ts";
import { setSavedFilters } from "../../../src/screens/saved-filters.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { registry } from "../../support/app/registry.ts";
import { testApp, type TestApp } from "../../support/app/test-app.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { until } from "../../support/until.ts";

const applied = (app: TestApp) => app.state().deliveries.filter.text;
const shown = (app: TestApp) => app.state().deliveries.field.value;

async function openList(): Promise<TestApp> {
  const app = await testApp();
  await app.log.append(newDelivery({ repo: { type: "dataset", name: "me/a" } }));
  app.press("2");
  await app.events.position.emit({ seq: 1, revision: 1 });
  await until(() => app.state().deliveries.rows.length === 1);
  return app;
}

it("adds typed words as a further term, and Esc restores the filter before them", async () => {
  const app = await openList();
  app.press("/", ..."repo:me/a", "enter", "/", ..."word");
  expect(shown(app)).toBe("repo:me/a word");
  await until(() => applied(app) === "repo:me/a word");
  app.press("esc");
  expect(shown(app)).toBe("repo:me/a");
  expect(applied(app)).toBe("repo:me/a");
  // The space for the next term is not part of the filter.
  app.press("/", "enter");
  expect(shown(app)).toBe("repo:me/a");
  app.press("esc");
  expect(applied(app)).toBe("");
});

it("keeps an invalid text in the line with its error, in which acts on all matches are disabled", async () => {
  const app = await openList();
  app.press("/", ..."repo:me/a", "enter", "/", ..."stats:5", "enter");
  expect(app.state().deliveries).toMatchObject({
    editingFilter: true,
    field: { value: "repo:me/a stats:5" },
  });
  expect(app.state().deliveries.filterError?.message).toContain('unknown key "stats"');
  expect(applied(app)).toBe("repo:me/a");
  const acts = [...actCommands, ...markCommands].filter(({ keys }) =>
    ["A", "R", "X"].includes(keys[0] ?? ""),
  );
  expect(acts.map(({ disabledReason }) => disabledReason?.(app.store.get(), registry))).toEqual(
    acts.map(() => "the typed filter has an error"),
  );
  app.press("esc");
  expect(app.state().deliveries).toMatchObject({ editingFilter: false, filterError: null });
  expect(shown(app)).toBe("repo:me/a");
});

it("opens the line with the error of a saved filter that is invalid", async () => {
  const app = await openList();
  app.store.dispatch(setSavedFilters({ filters: { broken: "stats:5" } }));
  app.press("'", "1");
  expect(app.state().deliveries).toMatchObject({ editingFilter: true, field: { value: "@broken" } });
  expect(app.state().deliveries.filterError?.message).toContain("@broken has an error");
  app.press("esc");
  expect(shown(app)).toBe(applied(app));
});

it("applies a word that may become a key when it ends", async () => {
  const app = await openList();
  app.press("/", ..."corpus sta");
  await until(() => applied(app) !== "");
  expect(applied(app)).toBe("corpus");
  app.press("space");
  await until(() => applied(app) === "corpus sta");
});

it("says which of more suggestions are shown", async () => {
  const app = await openList();
  app.press("/", ..."is:");
  const size = { columns: 80, rows: 20 };
  const last = () =>
    filterSuggestionRows(app.store.get(), size)
      .at(-1)
      ?.spans.map(({ text }) => text.trim())
      .join("");
  expect(last()).toBe(`1-6 of ${filterStates.length}`);
  app.press(...Array.from({ length: 8 }, () => "down"));
  expect(last()).toBe(`3-8 of ${filterStates.length}`);
});

it("does not search the detail again for a filter whose search Esc cleared", async () => {
  const app = await openList();
  app.store.dispatch(setWindow({ size: { columns: 120, rows: 40 } }));
  const searched = () => app.state().deliveries.viewer.query.value;
  app.press("/", ..."update");
  await until(() => searched() === "update");
  app.press("enter");
  // A busy app reads both at once: the detail opens and is searched no more.
  app.read("\r\u001b");
  expect(app.state().deliveries.focus).toBe("detail");
  expect(searched()).toBe("");
  app.press("esc");
  expect(app.state().deliveries.focus).toBe("list");
  expect(searched()).toBe("");
});

it("searches the first words of a saved filter", () => {
  expect(wordOf("is:failed Bad-Model", {})).toBe("bad-model");
  expect(wordOf("@mine other", { mine: 'is:failed -no "Bad  model"' })).toBe("bad  model");
  expect(wordOf("@mine", { mine: "@mine x" })).toBe("x");
  expect(wordOf("#921", {})).toBe("");
});
