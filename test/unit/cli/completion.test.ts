import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { wholeProgram } from "../../../src/cli/command-line/program.ts";
import { takesValue } from "../../../src/cli/commands/completion/command-words.ts";
import {
  type Candidates,
  complete,
  nameOfValue,
  pathOf,
  type WantedValue,
} from "../../../src/cli/commands/completion/complete.ts";
import { sourceOf } from "../../../src/cli/commands/completion/values.ts";
import { limitNames, limitTable } from "../../../src/receiver/limits.ts";

const program = await wholeProgram();

/** Completes words whose values are `one` and `two`, and returns the values that were wanted, too. */
async function completed(...words: readonly string[]) {
  const wanted: WantedValue[] = [];
  const found = await complete(program, words, async (value): Promise<Candidates> => {
    wanted.push(value);
    return [{ value: "one" }, { value: "two" }];
  });
  const values = typeof found === "string" ? found : found.map(({ value }) => value);
  return { values, wanted: wanted.map(({ command, name, typed }) => [command, name, typed]), all: wanted };
}

describe("commands", () => {
  it.each([
    [["web"], ["webhooks"]],
    [
      ["webhooks", "d"],
      ["disable", "delete", "drop"],
    ],
    [["--local", "--data-dir", "webhooks", "webhooks", "sh"], ["show"]],
    [["webhooks", "list", "--form"], ["--format"]],
    [["help", "webhooks", "sho"], ["show"]],
    [["engine", ""], []],
    [["nonsense", "nonsense"], []],
  ])("%j", async (words, values) => {
    expect((await completed(...words)).values).toEqual(values);
  });

  it("offers no hidden command", async () => {
    const { values } = await completed("");
    expect(values).toContain("completion");
    expect(values).not.toContain("engine");
    expect(values).not.toContain("__complete");
  });
});

describe("options", () => {
  it("are those of the command and the global ones", async () => {
    const { values } = await completed("webhooks", "create", "--");
    expect(values).toEqual(expect.arrayContaining(["--url", "--watch", "--endpoint", "--help"]));
    expect(values).not.toContain("--where");
  });

  it("are offered once, unless they can be repeated", async () => {
    const { values } = await completed("webhooks", "create", "--url", "u", "--watch", "w", "--");
    expect(values).not.toContain("--url");
    expect(values).toContain("--watch");
  });

  it.each([
    [["policy", "new", "--vertical", "health"], ["healthcare"]],
    [["policy", "matrix", "--format=m"], ["--format=md"]],
    [["deliveries", "export", "--as", "h"], ["har"]],
    [["webhooks", "show", "--", "--"], []],
  ])("%j", async (words, values) => {
    expect((await completed(...words)).values).toEqual(values);
  });
});

describe("values", () => {
  it.each([
    [["webhooks", "show", "o"], ["one"], ["webhooks show", "<id>", "o"]],
    [["jobs", "inspect", "o"], ["one"], ["jobs show", "<id>", "o"]],
    [["webhooks", "list", "--data-dir", "t"], ["two"], ["webhooks ls", "--data-dir", "t"]],
    [["webhooks", "activity", "1", "o"], ["one"], ["webhooks activity", "<dispatch>", "o"]],
    [["deliveries", "ls", "--where=o"], ["--where=one"], ["deliveries ls", "--where", "o"]],
    [["deliveries", "ls", "--where", "'o"], ["one"], ["deliveries ls", "--where", "o"]],
    [["deliveries", "replay", "1", "2", "t"], ["two"], ["deliveries replay", "<seq>", "t"]],
    [["deliveries", "export", "-o", "o"], ["one"], ["deliveries export", "--output", "o"]],
    [
      ["trigger", "--local", ""],
      ["one", "two"],
      ["trigger", "<scope.action>", ""],
    ],
    [["jobs", "run", "--", "o"], ["one"], ["jobs run", "<command>", "o"]],
  ])("%j", async (words, values, wanted) => {
    expect(await completed(...words)).toMatchObject({ values, wanted: [wanted] });
  });

  it("are not offered after the last argument", async () => {
    expect(await completed("webhooks", "show", "1", "")).toMatchObject({ values: [], wanted: [] });
  });

  it("know the arguments and the global options before them", async () => {
    const { all } = await completed("--local", "webhooks", "activity", "--profile=work", "6390", "");
    expect(all).toMatchObject([{ operands: ["6390"], flags: { local: true, profile: "work" } }]);
  });
});

/** Options whose values only the user knows. */
const onlyTheUserKnows = new Set([
  ...limitNames.map((name) => limitTable[name].flag),
  "--ack-wait",
  "--bytes",
  "--count",
  "--domain",
  "--endpoint",
  "--env",
  "--exec",
  "--exec-env",
  "--forward",
  "--head",
  "--image",
  "--in-flight",
  "--keep",
  "--limit",
  "--max-ack-pending",
  "--max-age",
  "--max-bytes",
  "--metrics-token",
  "--monitor",
  "--namespace",
  "--node",
  "--port",
  "--prove",
  "--quorum",
  "--rate",
  "--roles",
  "--seconds",
  "--secret",
  "--set",
  "--space",
  "--timeout",
  "--to",
  "--token",
  "--url",
]);

it("has values for every option and argument, except those that only the user knows", () => {
  const commands = commandsIn(program).filter((command) => !["help", "__complete"].includes(command.name()));
  const unknown = commands.flatMap((command) =>
    [...command.options.filter(takesValue), ...command.registeredArguments]
      .filter((of) => of.argChoices === undefined)
      .map((of) => ({ command: pathOf(command), name: nameOfValue(of) }))
      .filter((value) => sourceOf(value) === undefined)
      .map(({ name }) => name),
  );
  expect([...new Set(unknown)].toSorted()).toEqual([...onlyTheUserKnows].toSorted());
});

function commandsIn(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsIn)];
}
