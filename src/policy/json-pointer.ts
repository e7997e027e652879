/** The JSON Pointer (RFC 6901) of a property or an element of what stands at `path`; the whole document is at `""`. */
export function childPointer(path: string, key: string | number): string {
  return `${path}/${typeof key === "number" ? key : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
