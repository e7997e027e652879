import { type Group, type GroupAt, group } from "../command-line/command-tree.ts";
import { deliveries } from "./deliveries/index.ts";
import { jobs } from "./jobs/index.ts";
import { policy } from "./policy/index.ts";
import { store } from "./store/index.ts";
import { webhooks } from "./webhooks/index.ts";

const hub = group("hub", {
  commands: {
    env: {
      summary: "Print the variables that point the Hub's tools at the local hub",
      load: async () => (await import("./hub/hub.ts")).env,
    },
  },
});

const config = group("config", {
  commands: {
    keys: {
      summary: "Print the commands of the app with their IDs and keys",
      load: async () => (await import("./config/keys.ts")).keys,
    },
    edit: {
      summary:
        "Edit the config file in $VISUAL, $EDITOR or vi, and check it afterwards; creates the file if it does not exist",
      load: async () => (await import("./config/edit.ts")).edit,
    },
  },
});

/** Commands of the program, in the order of the help. */
export const programCommands: Group = program({
  webhooks: { summary: "List, create, update and delete webhooks", group: webhooks },
  "trigger [scope.action]": {
    summary: "Trigger an event on a local hub",
    load: async () => (await import("./trigger/trigger.ts")).trigger,
  },
  jobs: { summary: "Run, rerun, cancel and list Jobs", group: jobs },
  hub: {
    summary: "Run the local hub",
    load: async () => (await import("./hub/hub.ts")).hub,
    group: hub,
  },
  receive: {
    summary: "Receive deliveries",
    load: async () => (await import("./receive/receive.ts")).receive,
  },
  deliveries: { summary: "List, show, replay and prune deliveries", group: deliveries },
  policy: { summary: "Check, compare, fix and seal policies", group: policy },
  store: { summary: "Manage the store of deliveries and forwards", group: store },
  config: {
    summary: "Print and edit the settings",
    load: async () => (await import("./config/show.ts")).config,
    group: config,
  },
  doctor: {
    summary: "Check configuration, connectivity and data",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  "completion <shell>": {
    summary: "Print the completion script of a shell",
    load: async () => (await import("./completion/completion.ts")).completion,
  },
});

/** Commands that only the app runs. */
export const hiddenCommands: Group = program({
  engine: {
    summary: "Run the receiver and the local hub for the app, until the app ends",
    hidden: true,
    load: async () => (await import("./engine/engine.ts")).engine,
  },
});

/** Creates the group of the top-level commands. */
function program<Name extends string>(commands: GroupAt<"", Name>["commands"]): GroupAt<"", Name> {
  return { commands };
}
