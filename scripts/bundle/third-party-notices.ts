import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Returns the directory of the package in node_modules that contains a module, or null. */
function packageFolder(moduleId: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(moduleId)?.[0] ?? null;
}

/** Formats name, version, license and license files of a package. */
function notice(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const texts = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
  if (texts.length === 0 && manifest.license === undefined) throw new Error(`${folder} states no license`);
  return [`${manifest.name} ${manifest.version} (${manifest.license ?? "see below"})`, ...texts].join("\n\n");
}

/** Plugin of the bundler that writes THIRD-PARTY-NOTICES: the license of every bundled package. */
export function thirdPartyNotices() {
  return {
    name: "third-party-notices",
    generateBundle(
      this: { emitFile(file: { type: "asset"; fileName: string; source: string }): unknown },
      _options: unknown,
      bundle: Readonly<Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>>,
    ): void {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== null));
      const notices = [...folders].map(notice).toSorted();
      const source = ["hooklens contains code of the following packages.", ...new Set(notices)].join(
        `\n\n${"-".repeat(80)}\n\n`,
      );
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-NOTICES", source: `${source}\n` });
    },
  };
}
