/** Pictures of a state, by the names of their files without extension. */
export interface DrawnState {
  readonly of: string;
  readonly state: string;
  readonly names: readonly string[];
}

/** Returns a page that shows all sizes of a state side by side, screens and dialogs in order. */
export function indexPage(drawn: readonly DrawnState[]): string {
  const parts = [...new Set(drawn.map(({ of }) => of))];
  const sections = parts.map((part) => {
    const states = drawn.filter(({ of }) => of === part).map(stateHtml);
    return `<h2 id="${part}">${part}</h2>\n${states.join("\n")}`;
  });
  const links = parts.map((part) => `<a href="#${part}">${part}</a>`).join(" ");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures of hooklens</title>
<style>
body { font-family: system-ui, sans-serif; margin: 1rem; background: #1b2130; color: #d7dde8; }
a { color: #6cb2ff; }
section { display: flex; gap: 1rem; overflow-x: auto; align-items: start; padding-bottom: 1rem; }
figure { margin: 0; flex: none; }
</style>
<h1>Pictures of hooklens</h1>
<nav>${links}</nav>
${sections.join("\n")}
</html>
`;
}

function stateHtml({ of, state, names }: DrawnState): string {
  const figures = names.map((name) => {
    const path = `${of}/${name}`;
    return `<figure><figcaption><a href="${path}.txt">${name}</a></figcaption><img src="${path}.svg" alt="${path}" loading="lazy"></figure>`;
  });
  return `<h3>${of}: ${state}</h3>\n<section>\n${figures.join("\n")}\n</section>`;
}
