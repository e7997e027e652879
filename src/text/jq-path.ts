/** Returns the path of a value as jq writes it: `.repo.name`, `.refs[0]["odd key"]`; `.` is the root. */
export function jqPath(steps: readonly (string | number)[]): string {
  const path = steps
    .map((step) =>
      typeof step === "string" && /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
    )
    .join("");
  return path.startsWith(".") ? path : `.${path}`;
}
