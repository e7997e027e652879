export type PolicyFormat = "yaml" | "json";

/**
 * Pattern of the beginning of JSON: a brace or bracket, then what usually follows in JSON but not in YAML.
 */
const jsonStart = /^\uFEFF?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[\]{]|$))/;

/**
 * Returns the format by the extension (`.json`, `.yaml`, `.yml`, in any case), else by the beginning of the
 * text.
 */
export function policyFormat(text: string, file: string | null): PolicyFormat {
  if (file !== null && /\.json$/i.test(file)) return "json";
  if (file !== null && /\.ya?ml$/i.test(file)) return "yaml";
  return jsonStart.test(text) ? "json" : "yaml";
}
