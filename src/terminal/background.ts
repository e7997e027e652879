/** Query of the background color; the terminal responds with a `color` reply. */
export const backgroundQuery = "\u001b]11;?\u0007";

export type Background = "dark" | "light";

/** Returns the background in the reply to `backgroundQuery` (`11;rgb:1e1e/1e1e/2e2e`), or null. */
export function backgroundOfReply(text: string): Background | null {
  const parts = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text)?.slice(1);
  if (parts === undefined) return null;
  // Each part is a fraction of its largest value: f, ff, fff or ffff.
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => Number.parseInt(part, 16) / (16 ** part.length - 1),
  );
  // Perceived brightness by ITU-R BT.601.
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? "light" : "dark";
}

/** Returns the background in `COLORFGBG` (`0;15`: foreground and background), or null. */
export function backgroundOfVariable(text: string | undefined): Background | null {
  const color = Number(text?.split(";").at(-1) || Number.NaN);
  if (Number.isNaN(color)) return null;
  return color === 7 || color === 15 ? "light" : "dark";
}
