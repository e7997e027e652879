#!/usr/bin/env node
import { refusedNode } from "./node-version.js";

const refusal = refusedNode();
if (refusal !== null) {
  process.stderr.write(`error: ${refusal}\n`);
  process.exit(2);
}
// Compiled code is cached between starts.
process.getBuiltinModule("node:module").enableCompileCache();
await import("../dist/cli.js");
