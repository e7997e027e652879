import type { Group } from "../command-line/command-tree.ts";
import { defineCompletion } from "./completion/command.ts";
import { defineConfig } from "./config/command.ts";
import { deliveries } from "./deliveries/index.ts";
import { defineDoctor } from "./doctor/command.ts";
import { defineEngine } from "./engine/command.ts";
import { defineHub } from "./hub/command.ts";
import { defineJobs } from "./jobs/command.ts";
import { definePolicy } from "./policy/command.ts";
import { defineReceive } from "./receive/command.ts";
import { defineStore } from "./store/command.ts";
import { defineTrigger } from "./trigger/command.ts";
import { webhooks } from "./webhooks/index.ts";

/** Commands of the program, in the order of the help. */
export const programCommands: Group = {
  commands: {
    webhooks: { summary: "List, create, update and delete webhooks", group: webhooks },
    trigger: { summary: "", legacy: defineTrigger },
    jobs: { summary: "", legacy: defineJobs },
    hub: { summary: "", legacy: defineHub },
    receive: { summary: "", legacy: defineReceive },
    deliveries: { summary: "List, show, replay and prune deliveries", group: deliveries },
    policy: { summary: "", legacy: (start) => definePolicy(start, []) },
    store: { summary: "", legacy: (start) => defineStore(start, []) },
    config: { summary: "", legacy: defineConfig },
    doctor: { summary: "", legacy: defineDoctor },
    completion: { summary: "", legacy: defineCompletion },
  },
};

/** Commands that only the app runs. */
export const hiddenCommands: Group = {
  commands: { engine: { summary: "", hidden: true, legacy: defineEngine } },
};
