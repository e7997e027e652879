import { group } from "../../command-line/command-tree.ts";

export const store = group("store", {
  description:
    "Manage where deliveries and forwards are stored: SQLite on this machine, or NATS JetStream, which receivers and readers on several machines share",
  commands: {
    init: {
      summary: "Create what a NATS store needs",
      load: async () => (await import("./init.ts")).init,
    },
    status: {
      summary: "Print the condition of the store",
      load: async () => (await import("./status.ts")).status,
    },
    migrate: {
      summary: "Copy all deliveries to another store",
      load: async () => (await import("./migrate.ts")).migrate,
    },
    bench: {
      summary: "Measure the store",
      load: async () => (await import("./bench.ts")).bench,
    },
  },
});
