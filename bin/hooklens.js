#!/usr/bin/env node
// Plain old JavaScript on purpose: an older Node must be able to read it and say what is missing.

const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `error: hooklens needs Node 24 or newer (this is ${process.versions.node}). Install it from https://nodejs.org, or run it through npm start.\n`,
  );
  process.exit(2);
}
// Compiled code is cached between starts.
process.getBuiltinModule("node:module").enableCompileCache();
await import("../dist/cli.js");
