import type { Pictures } from "../pictures.ts";
import { remoteHub } from "../servers.ts";
import { leave } from "./moves.ts";

/** Pictures of the Jobs screen. */
export const jobPictures: readonly Pictures[] = [
  {
    of: "jobs",
    start: { data: "filled" },
    async *states({ screen, hub }) {
      screen.press("4");
      await screen.waitFor(/completed/i);
      await hub.runJob({
        command: [
          "python",
          "train.py",
          "--dataset",
          "組織/日本語コーパス",
          "--epochs",
          "3",
          "--learning-rate",
          "2e-5",
        ],
        image: "python:3.12",
      });
      await screen.waitFor("train.py");
      await hub.runJob({
        command: ["sh", "-c", "echo loading; while :; do sleep 0.1; done"],
        image: "python:3.12",
      });
      await screen.waitFor(/echo loadin|1 running/);
      await screen.waitFor("running");
      yield "list";
      screen.press("g", "g", "enter");
      await screen.waitFor(/echo loadin|1 running/);
      await screen.waitFor("live");
      yield "log-live";
      screen.press("d");
      await screen.waitFor("Cancel run");
      yield "cancel";
      await leave(screen, "Cancel run");
      screen.press("esc");
      await screen.waitFor(/completed/i);
      screen.press("/");
      screen.type("train");
      yield "filter";
      screen.press("esc");
      await screen.waitUntil((now) => !/ filter {2}train/.test(now.text()));
      screen.press("G", "k", "k", "k");
      yield "webhook-run-selected";
      screen.press("G", "enter");
      await screen.waitFor("end of epoch");
      yield "log-long-line";
      screen.press("m", "w");
      await screen.waitUntil((now) => !now.text().includes("end of epoch 1"));
      yield "log-cut";
      screen.press("esc");
      await screen.waitFor(/completed/i);
      screen.press("G", "k", "enter");
      await screen.waitFor("no such file");
      yield "log-hostile";
    },
  },
  {
    of: "jobs",
    async *states({ screen }) {
      screen.press("4");
      await screen.waitFor("No runs yet");
      yield "empty";
    },
  },
  {
    of: "jobs",
    start: remoteHub,
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("4");
      yield "unavailable";
    },
  },
  {
    of: "run-job",
    start: { data: "filled" },
    async *states({ screen }) {
      screen.press("4");
      await screen.waitFor(/completed/i);
      screen.press("c");
      await screen.waitFor("Run a Job");
      yield "new";
      await leave(screen, "Run a Job");
      screen.press("e");
      await screen.waitFor(/Run .* again/);
      yield "again";
      screen.press("tab");
      screen.type("no variable");
      screen.press("enter");
      await screen.waitFor("Write NAME=value");
      yield "wrong";
    },
  },
  {
    of: "save-output",
    start: { data: "filled" },
    async *states({ screen }) {
      screen.press("4");
      await screen.waitFor(/completed/i);
      screen.press("G", "enter");
      await screen.waitFor("end of epoch");
      screen.press("x");
      await screen.waitFor("Save the output");
      yield "path";
    },
  },
];
