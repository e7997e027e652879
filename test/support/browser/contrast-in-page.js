/* global document, getComputedStyle, matchMedia, NodeFilter */

/** Run in the page: [[text, contrast ratio as WCAG 2.2 defines it], ...] of every piece of text that is shown. */
(() => {
  function colourOf(css) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  }
  function over(top, under) {
    const mix = (at) => top[at] * top[3] + under[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  }
  function groundOf(element) {
    // Without a background color, the canvas of the browser is visible; it follows the color scheme.
    if (element === null) {
      return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
    }
    const own = colourOf(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
  }
  function luminance(colour) {
    const [red, green, blue] = colour.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (text === "" || element.getClientRects().length === 0) continue;
    const ground = groundOf(element);
    const behind = luminance(ground);
    const front = luminance(over(colourOf(getComputedStyle(element).color), ground));
    found.push([text, (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05)]);
  }
  return found;
})();
