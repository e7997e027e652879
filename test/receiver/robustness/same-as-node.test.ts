import { expect, test } from "vitest";
import {
  openNodeServer,
  openOurServer,
  type Reading,
  type ReadBytes,
} from "../../support/http/echoing-servers.ts";
import { hostileHttp } from "../../support/http/hostile-http.ts";
import { seededRandom } from "../../support/random.ts";

/** All that Node takes and we refuse. */
const stricter: readonly (readonly [why: string, shape: RegExp])[] = [
  ["RFC 9112, section 2.3: a version that is not of HTTP/1", /[A-Z-]+ .+ HTTP\/(?:0\.9|2\.0)\r$/m],
  ["RFC 9112, section 3: a request line without a version", /[A-Z-]+ +[^ \r\n]*\r?$/m],
  ["RFC 9112, section 3: more than one blank in a request line", /[A-Z-]+ (?: +[^ ]+ +|[^ ]+ {2,})HTTP/],
  ["RFC 9112, section 3.2: a target of none of the four forms", /[A-Z-]+ \*[^ ]/],
  ["RFC 9112, section 6.1: chunks in HTTP/1.0", /HTTP\/1\.0\r\n(?:.+\r\n)*Transfer-Encoding:/i],
  ["RFC 9112, section 6.3: a length of more than 15 digits", /^Content-Length:\s*[0-9]{16}/im],
  ["RFC 9112, section 7: a coding that is no token", /^Transfer-Encoding: *[^\s]+\t/im],
  ["RFC 9112, section 7.1: a chunk's size of more than 12 digits", /^[0-9a-f]{13}/im],
  [
    "RFC 9112, section 7.1.1: an extension without its name, or without the value it announces",
    /^[0-9a-f]+;(?:.*;)?=|^[0-9a-f]+;.*=(?:;.*)?\r$/im,
  ],
  [
    "RFC 9110, section 6.5.1: in the trailers what only the head can say",
    /^0+(?:;.*)?\r\n(?:.+\r\n)*(?:Content-Length|Transfer-Encoding|Connection):/im,
  ],
];

/** Where the two differ although neither refuses; RFC 9112, section 9.3, has the connection closed. */
const closesSooner = /HTTP\/1\.0\r\n(?:.+\r\n)*Connection:.*\bclose\b/i;

/** How the readings of one and the same connection compare, up to the first refusal: behind it nothing is read. */
function difference(ours: readonly Reading[], node: readonly Reading[], text: string): string {
  for (let index = 0; ; index += 1) {
    const [our, their] = [ours[index], node[index]];
    if (our === undefined && their === undefined) return "none";
    if (our === undefined || their?.refusal) return our?.request ? `laxer: ${their?.refusal}` : "none";
    if (our.refusal !== null) return stricter.find(([, shape]) => shape.test(text))?.[0] ?? "stricter";
    if (their === undefined) return "one more";
    if (JSON.stringify(our.request) !== JSON.stringify(their.request)) return "another request";
    if (our.staysOpen !== their.staysOpen && !(their.staysOpen && closesSooner.test(text)))
      return "another end";
  }
}

/** Each text to both, so many at a time. @returns the texts by how the two differed, and how many requests both read */
async function compare(texts: readonly string[], ours: ReadBytes, node: ReadBytes, atOnce: number) {
  const differences = new Map<string, string[]>();
  const rest = texts.values();
  let read = 0;
  async function compareInTurn(): Promise<void> {
    for (const text of rest) {
      const bytes = Buffer.from(text, "latin1");
      const [our, their] = await Promise.all([ours(bytes), node(bytes)]);
      read += our.filter(({ request }) => request !== null).length;
      const kind = difference(our, their, text);
      differences.set(kind, [...(differences.get(kind) ?? []), text]);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, compareInTurn));
  return { differences, read };
}

test("of twelve thousand hostile connections each is read as Node reads it, or refused for a reason", async () => {
  const random = seededRandom(20);
  const texts = Array.from({ length: 12_000 }, () => hostileHttp(random));
  const { differences, read } = await compare(texts, await openOurServer(), await openNodeServer(), 32);
  const allowed = ["none", ...stricter.map(([why]) => why)];
  expect([...differences].filter(([kind]) => !allowed.includes(kind))).toEqual([]);
  // Not all of it was noise, and no reason to be stricter is there for nothing.
  expect(read).toBeGreaterThan(4_000);
  expect([...differences.keys()].toSorted()).toEqual(allowed.toSorted());
});
