/** The way through a text in the YAML nearly all policies are written in. */
export interface PlainYaml {
  readonly text: string;
  at: number;
  /** Where the line begins. */
  lineStart: number;
  /** The column of what stands at `at`, when that is the first on its line; -1 behind the last line. */
  indent: number;
  /** Something was met that is written otherwise. */
  isUnusual: boolean;
}

/** Ends every loop; what is read after it does not count. */
export function giveUp(yaml: PlainYaml): null {
  yaml.isUnusual = true;
  yaml.at = yaml.text.length;
  yaml.indent = -1;
  return null;
}

/** From the beginning of a line over empty ones and comments to the first that is neither. */
export function toContent(yaml: PlainYaml): void {
  const { text } = yaml;
  for (let at = yaml.at; ;) {
    yaml.lineStart = at;
    while (text.charCodeAt(at) === 0x20) at++;
    if (at >= text.length) {
      yaml.at = at;
      yaml.indent = -1;
      return;
    }
    const code = text.charCodeAt(at);
    if (code === 0x23) at = lineEnd(text, at);
    else if (code !== 0x0a) {
      yaml.at = at;
      yaml.indent = at - yaml.lineStart;
      return;
    }
    at++;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Behind a value: over spaces and a comment to the next content. */
export function endLine(yaml: PlainYaml): void {
  const { text } = yaml;
  let { at } = yaml;
  while (text.charCodeAt(at) === 0x20) at++;
  const code = text.charCodeAt(at);
  const isComment = code === 0x23 && text.charCodeAt(at - 1) === 0x20;
  if (!isComment && code !== 0x0a && at < text.length) {
    giveUp(yaml);
    return;
  }
  yaml.at = lineEnd(text, at) + 1;
  toContent(yaml);
}
