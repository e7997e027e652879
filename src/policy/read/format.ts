export type PolicyFormat = "yaml" | "json";

/** Matches the beginning of JSON: a brace or bracket, then something that YAML's flow style writes otherwise. */
const jsonStart = /^\uFEFF?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[\]{]|$))/;

/** Returns the format by the extension (`.json`, `.yaml`, `.yml`, in any case), else by the beginning of the text. */
export function policyFormat(text: string, file: string | null): PolicyFormat {
  if (file !== null && /\.json$/i.test(file)) return "json";
  if (file !== null && /\.ya?ml$/i.test(file)) return "yaml";
  return jsonStart.test(text) ? "json" : "yaml";
}
