import { join } from "node:path";

/** Directory of compiled code that all processes of tests share: compiling takes most of their starts. */
export const compileCache = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "compile");
