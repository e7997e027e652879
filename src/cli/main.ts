import { writeSync } from "node:fs";
import { version } from "../engine/version.ts";

// Scripts ask for the version in loops. Printing it first loads nothing else, not even process.stdout.
if (!(process.argv.length === 3 && process.argv[2] === "--version" && wrote(`${version}\n`))) {
  const { run } = await import("./run.ts");
  await run(process.argv.slice(2));
}

function wrote(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    // A full disk or a closed pipe: the full program handles it.
    return false;
  }
}
