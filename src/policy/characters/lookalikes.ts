/** Cyrillic and Greek letters that are drawn as Latin ones, and those. From the confusables of Unicode Technical Standard 39. */
const latinOf: ReadonlyMap<string, string> = new Map(
  [
    ["АаВЕеѕЅіІјЈКМНОоРрСсТХхУуԁԛԝһ", "AaBEesSiIjJKMHOoPpCcTXxYydqwh"],
    ["ΑΒΕΖΗΙΚΜΝΟοΡΤΥΧν", "ABEZHIKMNOoPTYXv"],
  ].flatMap(([foreign = "", latin = ""]) =>
    Array.from(foreign, (letter, index): [string, string] => [letter, latin[index] ?? letter]),
  ),
);

/** A word with letters that only look Latin as Latin ones; null: another letter of it is not Latin either. */
export function inLatin(word: string): string | null {
  const latin = Array.from(word, (letter) => latinOf.get(letter) ?? letter).join("");
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(latin) ? null : latin;
}
