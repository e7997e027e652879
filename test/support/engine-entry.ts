/** Program that `ensureEngine` starts as its child, like `bin/hooklens.js` for the app. */
import process from "node:process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runEngineChild } from "../../src/engine/child/run-child.ts";
import { engineTestVersion } from "./engine-version.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    roles: { type: "string", default: "" },
    "data-dir": { type: "string", default: "" },
  },
});
if (positionals[0] !== "engine") throw new Error(`an app starts "engine", not "${positionals[0]}"`);
process.exitCode = await runEngineChild({
  dataDir: values["data-dir"],
  store: process.env["HOOKLENS_STORE"] ?? "",
  roles: z.array(z.enum(["hub", "receiver"])).parse(values.roles.split(",")),
  version: engineTestVersion,
  hub: { port: null },
  receiver: { port: null },
});
process.exit();
