import { expect, it } from "vitest";
import { confirmDefaults, type ConfirmedAct } from "../../../src/model/interface-settings.ts";
import { setJobs } from "../../../src/screens/jobs/state.ts";
import { setPreferences } from "../../../src/tui/state/preferences.ts";
import { jobRun } from "../../support/app/job-run.ts";
import { testApp, type TestApp } from "../../support/app/test-app.ts";

const kindsOf = (app: TestApp) => app.state().nav.dialogs.map(({ kind }) => kind);

function ask(app: TestApp, act: ConfirmedAct, asks: boolean): void {
  app.store.dispatch(setPreferences({ confirm: { ...confirmDefaults, [act]: asks } }));
}

it("quits without a question, or after one if the settings say so", async () => {
  const app = await testApp();
  app.press("q");
  expect(app.asked).toEqual(["quit 0"]);
  ask(app, "quit", true);
  app.press("q", "n", "q");
  expect(kindsOf(app)).toEqual(["confirm"]);
  expect(app.asked).toEqual(["quit 0"]);
  app.press("y");
  expect(app.asked).toEqual(["quit 0", "quit 0"]);
});

it("discards the changes of a form after a question, or at once", async () => {
  const app = await testApp();
  app.press("c", "x", "esc");
  expect(kindsOf(app)).toEqual(["webhook-form", "confirm"]);
  app.press("n");
  expect(kindsOf(app)).toEqual(["webhook-form"]);
  ask(app, "discard", false);
  app.press("esc");
  expect(kindsOf(app)).toEqual([]);
});

it("cancels a run after a question, or at once", async () => {
  const app = await testApp();
  const run = jobRun({ id: "run-1" });
  app.store.dispatch(setJobs({ items: [run] }));
  app.press("4", "d");
  expect(kindsOf(app)).toEqual(["confirm"]);
  app.press("esc");
  ask(app, "cancelRun", false);
  app.press("d");
  expect(kindsOf(app)).toEqual([]);
  // Without a hub the attempt fails with a message.
  await expect.poll(() => app.state().messages.history.at(-1)?.text).toMatch(/hub/);
});
