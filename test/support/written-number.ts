import type { Random } from "./random.ts";

const known = [
  "1152921506151679042",
  "9007199254740993",
  "-9223372036854775808",
  "1e400",
  "-1E-400",
  "-0",
  "-0.0",
  "1.0",
  "1E5",
  "1e+5",
  "0.1",
  "0.30000000000000000001",
  "123456789012345",
  "7",
];

/** Returns a JSON number, often one that JavaScript would write with other digits. */
export function writtenNumber(random: Random): string {
  if (random.below(3) === 0) return random.pick(known);
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join("");
  const sign = random.pick(["", "-"]);
  const whole = random.pick(["0", `${1 + random.below(9)}${digits(random.below(40))}`]);
  const fraction = random.pick(["", `.${digits(1 + random.below(30))}`]);
  const exponent = random.pick(["", "", `${random.pick(["e", "E", "e-", "E+"])}${random.below(500)}`]);
  return `${sign}${whole}${fraction}${exponent}`;
}
