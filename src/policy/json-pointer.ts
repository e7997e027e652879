/** The JSON Pointer (RFC 6901) of a property or an element of what stands at `path`; the whole document is at `""`. */
export function childPointer(path: string, key: string | number): string {
  return `${path}/${typeof key === "number" ? key : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The keys and indexes a JSON Pointer leads through, unescaped. */
export function pointerSegments(path: string): string[] {
  if (path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
