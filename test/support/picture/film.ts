import { drawnRows, drawTitle, type Pictured, windowOf } from "./picture.ts";

/** A still of a film: the title and the rows of a screen, as elements of an SVG. */
export interface Still {
  readonly parts: readonly string[];
  /** Time it is shown, in milliseconds. */
  readonly ms: number;
}

/** Takes a still of the screen as it is now. */
export function still(screen: Pictured, title: string, ms: number): Still {
  return { parts: [drawTitle(title), ...drawnRows(screen)], ms };
}

/** Stills one after another as an animated SVG that repeats. A part that stays the same is written once. */
export function film(size: Pick<Pictured, "columns" | "rows">, stills: readonly Still[]): string {
  const total = stills.reduce((sum, { ms }) => sum + ms, 0);
  const starts = stills.map(
    (_, index) => stills.slice(0, index).reduce((sum, { ms }) => sum + ms, 0) / total,
  );
  const count = stills[0]?.parts.length ?? 0;
  const body: string[] = [];
  for (let part = 0; part < count; part += 1) {
    let from = 0;
    for (let index = 1; index <= stills.length; index += 1) {
      const drawn = stills[from]?.parts[part] ?? "";
      if (index < stills.length && stills[index]?.parts[part] === drawn) continue;
      if (drawn !== "") body.push(shownBetween(drawn, starts[from] ?? 0, starts[index] ?? 1, total));
      from = index;
    }
  }
  return windowOf(size, body);
}

/** Shows an element between two fractions of the film. */
function shownBetween(drawn: string, from: number, to: number, totalMs: number): string {
  if (from === 0 && to === 1) return drawn;
  const moments = [
    [0, from === 0 ? "visible" : "hidden"],
    ...(from === 0 ? [] : [[from, "visible"]]),
    ...(to === 1 ? [] : [[to, "hidden"]]),
  ];
  const values = moments.map(([, value]) => value).join(";");
  const times = moments.map(([at]) => Number(Number(at).toFixed(5))).join(";");
  const animation = `<animate attributeName="visibility" calcMode="discrete" dur="${totalMs}ms" repeatCount="indefinite" values="${values}" keyTimes="${times}"/>`;
  return `<g visibility="${from === 0 ? "visible" : "hidden"}">${animation}${drawn}</g>`;
}
