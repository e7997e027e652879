import type { Screen } from "../screen/screen.ts";

/** Matches a connected receiver in the header, in full or shortened; its group is the port. */
export const receiverInHeader = /●(?: receiver http:\/\/127\.0\.0\.1| 127\.0\.0\.1|):(\d+)/;

/** Waits for the receiver in the header, and returns its port. */
export async function receiverPort(screen: Screen, timeoutMs?: number): Promise<number> {
  await screen.waitFor(receiverInHeader, timeoutMs);
  return Number(receiverInHeader.exec(screen.line(0))?.[1]);
}

/** Waits for the receiver in the header, and returns its local URL. */
export async function receiverOf(screen: Screen, timeoutMs?: number): Promise<string> {
  return `http://127.0.0.1:${await receiverPort(screen, timeoutMs)}`;
}

/** Returns true if the app is drawn at the current size: its border reaches the edge, and the last row or a dialog shows keys. */
export function isDrawn(screen: Screen): boolean {
  const border = screen.line(1);
  const showsKeys = /\S/.test(screen.line(screen.rows - 1)) || /└ \S/.test(screen.text());
  return border.length === screen.columns && /[─━╮┓┐]$/.test(border) && showsKeys;
}
