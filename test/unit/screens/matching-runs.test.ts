import { expect, it } from "vitest";
import { matchingRuns } from "../../../src/screens/jobs/select.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { jobRun } from "../../support/app/job-run.ts";

const runs = [
  jobRun({ id: "aa11", stage: "COMPLETED", command: ["python", "Train.py"], image: "python:3.12" }),
  jobRun({ id: "bb22", stage: "ERROR", message: "exit code 3", webhookId: "cc33", space: "me/app" }),
];

it.each([
  ["", ["aa11", "bb22"]],
  ["  TRAIN  python", ["aa11"]],
  ["error cc33", ["bb22"]],
  ["webhook", ["bb22"]],
  ["me/app", ["bb22"]],
  ["exit code", ["bb22"]],
  ["bb22 completed", []],
  ["-completed", ["bb22"]],
  ["NOT completed", []],
])("%j finds the runs that have every word", (text, ids) => {
  const filter = textField(text);
  expect(matchingRuns(runs, filter, false).map(({ id }) => id)).toEqual(ids);
  // The list is drawn from the same rows until the runs or the text change.
  expect(matchingRuns(runs, filter, false)).toBe(matchingRuns(runs, filter, false));
});
