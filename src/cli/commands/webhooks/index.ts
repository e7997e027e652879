import { group } from "../../command-line/command-tree.ts";

const read = () => import("./read.ts");
const write = () => import("./write.ts");
const activity = () => import("./activity.ts");
const control = () => import("./dispatch-control.ts");

export const webhooks = group("webhooks", {
  description: "List, create, update and delete the webhooks of your account",
  help: `
Examples:
  hooklens webhooks ls --format json
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus --watch org:acme
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --domain discussion --dry-run
  hooklens webhooks delete 65f1c0ffee65f1c0ffee65f1 --yes`,
  commands: {
    "ls|list": {
      summary: "List the webhooks of your account",
      load: async () => (await read()).ls,
    },
    "show|info <id>": {
      summary: "Show a webhook",
      load: async () => (await read()).show,
    },
    create: {
      summary: "Create a webhook. Requires --watch, and either --url or --job-id",
      load: async () => (await write()).create,
    },
    "update <id>": {
      summary: "Update the given parts of a webhook; --watch and --domain replace the whole list",
      load: async () => (await write()).update,
    },
    "enable <id>": {
      summary: "Enable a webhook; its held dispatches are sent",
      load: async () => (await write()).enable,
    },
    "disable <id>": {
      summary: "Disable a webhook; its dispatches are held",
      load: async () => (await write()).disable,
    },
    "delete|rm <id>": {
      summary: "Permanently delete a webhook. Asks first; requires --yes without a terminal",
      load: async () => (await write()).deleteCommand,
    },
    "activity <id> [dispatch]": {
      summary: "List the dispatches of a webhook",
      load: async () => (await activity()).activity,
    },
    "replay <id> <dispatch>": {
      summary: "Replay a dispatch",
      load: async () => (await activity()).replay,
    },
    "hold <id>": {
      summary: "Hold the dispatches of a webhook of the local hub until release, also after a restart",
      load: async () => (await control()).hold,
    },
    "release <id>": {
      summary: "Release the dispatches of a held webhook",
      load: async () => (await control()).release,
    },
    "retry <id> [dispatch]": {
      summary: "Send a waiting dispatch now",
      load: async () => (await control()).retry,
    },
    "drop <id> <dispatch>": {
      summary: "Drop a waiting dispatch",
      load: async () => (await control()).drop,
    },
    "test <id>": {
      summary: "Send a test to the URL of a webhook",
      load: async () => (await import("./test.ts")).test,
    },
    "check [id]": {
      summary: "Check why nothing arrives",
      load: async () => (await import("./check.ts")).check,
    },
    export: {
      summary: "Print all webhooks as YAML",
      load: async () => (await import("./as-code/export.ts")).exportCommand,
    },
    "apply <file>": {
      summary: "Make the webhooks as a file declares",
      load: async () => (await import("./as-code/apply.ts")).apply,
    },
  },
});
