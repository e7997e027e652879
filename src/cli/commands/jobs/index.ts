import { group } from "../../command-line/command-tree.ts";
import { runHelp } from "./run-help.ts";

const runs = () => import("./jobs.ts");
const start = () => import("./start.ts");

export const jobs = group("jobs", {
  description:
    "Run Jobs, list their runs and print their output. A local hub runs them as processes on this machine: " +
    "it records the image but does not use it, and a Job can read all your files.",
  help: runHelp,
  commands: {
    "ls|list": {
      summary: "List the Job runs of your account, newest first",
      load: async () => (await runs()).ls,
    },
    "run <command...>": {
      summary: "Run a command as a Job and print the ID of the run without waiting for it to end",
      load: async () => (await start()).run,
    },
    "rerun <id> [command...]": {
      summary: "Start a Job again with the command, image, variables and payload of a run",
      load: async () => (await start()).rerun,
    },
    "cancel <id>": {
      summary: "End a run and keep its output",
      load: async () => (await runs()).cancel,
    },
    "show|inspect <id>": {
      summary: "Print the facts of a run: command, image, variables, labels, times and what started it",
      load: async () => (await import("./show.ts")).show,
    },
    "logs <id>": {
      summary: "Print the output of a run from its beginning until it ends",
      load: async () => (await runs()).logs,
    },
  },
});
