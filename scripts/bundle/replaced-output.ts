import process from "node:process";
import { fileURLToPath } from "node:url";

/** Set for a build that draws each frame with Ink's Output as well, and ends with an error if one differs. */
const file = process.env["COMPARE_OUTPUT"] === undefined ? "joined-output.ts" : "compared-output.ts";

/** Plugin of the bundler that replaces the Output with which Ink draws a frame. */
export const replacedOutput = {
  name: "replaced-output",
  resolveId(source: string, importer: string | undefined): string | null {
    const isReplaced = source === "./output.js" && importer?.endsWith("/ink/build/renderer.js") === true;
    return isReplaced ? fileURLToPath(new URL(file, import.meta.url)) : null;
  },
};
