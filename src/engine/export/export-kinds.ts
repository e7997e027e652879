/** Forms of an export: lines of JSON, HAR 1.2, or a directory of curl scripts. */
export const exportKinds = ["ndjson", "har", "curl"] as const;
export type ExportKind = (typeof exportKinds)[number];
