import { readFileSync } from "node:fs";
import { command } from "../../command-line/command-record.ts";

/** Files of the scripts by shell, in the directory of the package. */
const scriptFiles: ReadonlyMap<string, string> = new Map([
  ["bash", "completions/hooklens.bash"],
  ["zsh", "completions/_hooklens"],
  ["fish", "completions/hooklens.fish"],
]);

export const completion = command("completion <shell>", {
  description: "Print the script with which a shell completes commands, options and their values",
  arguments: { "<shell>": { about: "name of the shell", choices: [...scriptFiles.keys()] } },
  help: `
Values are the webhooks, Jobs, deliveries, routes and files that exist. A hub that does not answer within 300 ms
gives none.

Install it once. The shell then runs hooklens, as a command of the PATH or an alias:
  bash   mkdir -p ~/.local/share/bash-completion/completions
         hooklens completion bash > ~/.local/share/bash-completion/completions/hooklens
         without the package bash-completion, in ~/.bashrc: eval "$(hooklens completion bash)"
  zsh    in ~/.zshrc, after compinit: eval "$(hooklens completion zsh)"
  fish   mkdir -p ~/.config/fish/completions
         hooklens completion fish > ~/.config/fish/completions/hooklens.fish`,
  except: ["--format"],
  despiteConfigError: true,
  run: ({ output }, { shell }) => output.write(readPackageFile(scriptFiles.get(shell) ?? "")),
});

/** Reads a file of the package, which is beside dist/ in the package and beside src/ in the repository. */
function readPackageFile(path: string): string {
  const root = import.meta.url.endsWith(".ts") ? "../../../../" : "../";
  return readFileSync(new URL(root + path, import.meta.url), "utf8");
}
