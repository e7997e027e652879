/**
 * The landing page's style: no font, image or script from anywhere. Both colour schemes keep at least 7:1 between text and ground
 * (WCAG 2.2, 1.4.6); long addresses break rather than widen the page of a phone.
 */
export const landingStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c1f23; --soft: #4b5259; --rule: #d4d8dd; --field: #f3f5f7; --link: #0b4f9e; --warn: #7a3b00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #eceff2; --soft: #b6bec6; --rule: #363c43; --field: #1f2428; --link: #9cc8ff; --warn: #ffc98a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 46rem; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; font-family: ui-monospace, monospace; }
p, ol { margin: 0.5rem 0; }
ol { padding-left: 1.4rem; }
a { color: var(--link); }
.soft { color: var(--soft); }
.warn { color: var(--warn); font-weight: 600; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 0.9rem; background: var(--field); border-radius: 4px; }
code { padding: 0.1rem 0.3rem; }
pre { margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--rule); white-space: pre-wrap; }
pre code { padding: 0; background: none; }
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); }
`;
