export type PolicyFormat = "yaml" | "json";

/** A brace or bracket with what only JSON has behind it: YAML's own flow style leaves the quotes out. */
const jsonStart = /^\uFEFF?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[\]{]|$))/;

/** By the name's ending (`.json`, `.yaml`, `.yml`, in any case of letters); without one of those by how the text begins. */
export function policyFormat(text: string, file: string | null): PolicyFormat {
  if (file !== null && /\.json$/i.test(file)) return "json";
  if (file !== null && /\.ya?ml$/i.test(file)) return "yaml";
  return jsonStart.test(text) ? "json" : "yaml";
}
