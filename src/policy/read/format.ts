export type PolicyFormat = "yaml" | "json";

/** Matches the beginning of JSON: a brace or bracket and a typical next character in JSON, but not in YAML. */
const jsonStart = /^\uFEFF?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[\]{]|$))/;

/**
 * Returns the format by extension (`.json`, `.yaml`, `.yml`, in any case), otherwise by the beginning of the text.
 */
export function policyFormat(text: string, file: string | null): PolicyFormat {
  if (file !== null && /\.json$/i.test(file)) return "json";
  if (file !== null && /\.ya?ml$/i.test(file)) return "yaml";
  return jsonStart.test(text) ? "json" : "yaml";
}
