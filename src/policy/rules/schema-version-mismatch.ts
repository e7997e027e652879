import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

const current = "1.0.0";

/** The fix is safe if both versions are the same numbers, as in 01.0.0. */
export const schemaVersionMismatch: Rule = {
  id: "schema-version-mismatch",
  severity: "warning",
  summary: `The schema version is not ${current}.`,
  explanation: `The document was checked against version ${current} of the schema, the only one available, but states another. Differences between the two were not checked.`,
  check({ schema_version: version }) {
    if (version === current) return [];
    const path = "/schema_version";
    const isSameNumber = /^0*1\.0+\.0+$/.test(version);
    return [
      {
        path,
        message: `the document states schema version ${quoted(version)}, but was checked against ${current}`,
        hint: `write ${current}, or check it with a program that supports its version`,
        fix: {
          title: `change to "${current}"`,
          edits: [{ kind: "set", path, value: current }],
          safe: isSameNumber,
        },
      },
    ];
  },
};
