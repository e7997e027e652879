import { command } from "../../command-line/command-record.ts";

export const show = command("policy show <path>", {
  description:
    "Show the coverage, thresholds, receipt chain and clauses of a policy. If it has errors, shows the readable parts and exits with code 1",
  arguments: { "<path>": "policy; - for stdin" },
  help: `
Examples:
  hooklens policy show policies/healthcare.yaml
  hooklens policy show policies/healthcare.yaml --format json | jq .coverage`,
  async run(invocation, { path }) {
    const { output, print } = invocation;
    const [{ readDocument }, { clauseNames, policyJson, policyLines }] = await Promise.all([
      import("./document.ts"),
      import("./policy-lines.ts"),
    ]);
    const { check, value } = await readDocument(path, invocation);
    await print({
      table: () => policyLines(value, output.columns),
      json: () => policyJson(check, value),
      quiet: () => clauseNames(value),
    });
    return check.valid ? 0 : 1;
  },
});
