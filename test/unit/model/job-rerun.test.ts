import { expect, test } from "vitest";
import { jobCost } from "../../../src/model/job-cost.ts";
import { payloadVariables, rerunDraft } from "../../../src/model/job-rerun.ts";
import { jobRun } from "../../support/app/job-run.ts";

const facts = {
  ...jobRun({
    id: "a1",
    image: "python:3.12",
    flavor: "t4-small",
    timeoutSeconds: 60,
    labels: { team: "ml" },
  }),
  environment: { A: "1", B: "2" },
  secrets: [],
};

test("a rerun is as the run, except for what is changed, and says what it repeats", () => {
  expect(rerunDraft(facts, { environment: { B: "3" } }, null)).toEqual({
    command: ["true"],
    image: "python:3.12",
    flavor: "t4-small",
    namespace: "me",
    timeoutSeconds: 60,
    environment: { A: "1", B: "3" },
    labels: { team: "ml", "hooklens-rerun-of": "a1" },
  });
  const space = rerunDraft({ ...facts, image: null, space: "me/app" }, {}, null);
  expect(space).toMatchObject({ space: "me/app" });
  expect(space).not.toHaveProperty("image");
});

test("a rerun needs the values of all secrets but that of the webhook", () => {
  const run = { ...facts, secrets: ["WEBHOOK_SECRET", "KEY"] };
  expect(() => rerunDraft(run, {}, "of the webhook")).toThrow(/without the values of KEY /);
  expect(rerunDraft(run, { secrets: { KEY: "x" } }, "of the webhook")).toMatchObject({
    secrets: { KEY: "x", WEBHOOK_SECRET: "of the webhook" },
  });
});

test("a payload becomes the variables of an event", () => {
  expect(payloadVariables('{ "repo": {"type": "model", "name": "me/x"} }')).toEqual({
    WEBHOOK_PAYLOAD: '{"repo":{"type":"model","name":"me/x"}}',
    WEBHOOK_REPO_ID: "me/x",
    WEBHOOK_REPO_TYPE: "model",
  });
  expect(payloadVariables('{"repo": 3}')).toEqual({ WEBHOOK_PAYLOAD: '{"repo":3}' });
  for (const wrong of ["", "{", "null", "[]", '"x"'])
    expect(() => payloadVariables(wrong)).toThrow(/payload/);
});

test("the price of a run is its hardware's, up to the time limit", () => {
  const flavors = [
    { name: "t4-small", title: "Nvidia T4", usdPerMinute: 0.006_67 },
    { name: "cpu-basic", title: "This machine", usdPerMinute: 0 },
  ];
  expect(jobCost(flavors, "t4-small", 7200)).toEqual({
    costs: true,
    text: "Nvidia T4, $0.0067 a minute, at most $0.80 in 2 h",
  });
  expect(jobCost(flavors, "cpu-basic")).toMatchObject({ costs: false });
  expect(jobCost(null, "h200")).toEqual({ costs: true, text: "h200, whose price is not known" });
});
