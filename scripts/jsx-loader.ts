// For `npm run dev`: Node strips types but does not compile JSX, so this hook compiles each .tsx file as it
// is imported.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

// Under --watch, Node sends the name of each module over the IPC channel. Children must not do so, because
// the app reads its engine's messages there.
delete process.env.WATCH_REPORT_DEPENDENCIES;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, "utf8"), {
      jsx: { runtime: "automatic" },
    });
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => message).join("\n"));
    return { format: "module", source: code, shortCircuit: true };
  },
});
