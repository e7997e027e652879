/** Appends a property or index to a JSON Pointer (RFC 6901); `""` is the whole document. */
export function childPointer(path: string, key: string | number): string {
  return `${path}/${typeof key === "number" ? key : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Splits a JSON Pointer into its keys and indexes, unescaped. */
export function pointerSegments(path: string): string[] {
  if (path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
