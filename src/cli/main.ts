import { writeSync } from "node:fs";
import { version } from "./version.ts";

// Scripts ask for the version in loops, so it is answered before anything else is loaded: not even the stream behind process.stdout.
if (process.argv.length === 3 && process.argv[2] === "--version") {
  writeSync(1, `${version}\n`);
} else {
  const { run } = await import("./run.ts");
  await run(process.argv.slice(2));
}
