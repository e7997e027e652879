import { Argument, Command } from "commander";
import { addGlobalOptions, globalFlags, type Start } from "../../command-line/command.ts";
import type { Streams } from "../../streams.ts";

/** Files of the scripts by shell, in the directory of the package. */
const scriptFiles = {
  bash: "completions/hooklens.bash",
  zsh: "completions/_hooklens",
  fish: "completions/hooklens.fish",
} as const;

/** Defines `hooklens completion`. */
export function defineCompletion(start: Start): Command {
  const command = new Command("completion")
    .description("Print the script with which a shell completes commands, options and their values")
    .summary("Print the completion script of a shell")
    .addArgument(new Argument("<shell>", "name of the shell").choices(Object.keys(scriptFiles)))
    .addHelpText("after", installHelp)
    .action(async function printScript(this: Command, shell: keyof typeof scriptFiles) {
      const { readPackageFile } = await import("./package-file.ts");
      await start(
        globalFlags(this),
        async ({ output }) => output.write(readPackageFile(scriptFiles[shell])),
        { despiteConfigError: true },
      );
    });
  return addGlobalOptions(command, ["--format"]);
}

/** Defines `hooklens __complete`, the hidden command that the scripts run. */
export function defineComplete(start: Start, streams: Streams): Command {
  return new Command("__complete")
    .description("Print the candidates for the last word: a line with their kind, then a line for each")
    .argument("[words...]", "words after hooklens, as they are typed")
    .action(async function printCandidates(this: Command, words: readonly string[]) {
      await (
        await import("./print-candidates.ts")
      ).printCandidates(this.parent ?? this, words, {
        start,
        streams,
      });
    });
}

const installHelp = `
Values are the webhooks, Jobs, deliveries, routes and files that exist. A hub that does not answer within 300 ms
gives none.

Install it once. The shell then runs hooklens, as a command of the PATH or an alias:
  bash   mkdir -p ~/.local/share/bash-completion/completions
         hooklens completion bash > ~/.local/share/bash-completion/completions/hooklens
         without the package bash-completion, in ~/.bashrc: eval "$(hooklens completion bash)"
  zsh    in ~/.zshrc, after compinit: eval "$(hooklens completion zsh)"
  fish   mkdir -p ~/.config/fish/completions
         hooklens completion fish > ~/.config/fish/completions/hooklens.fish`;
