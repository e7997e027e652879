import { join } from "node:path";
import { readReview } from "../../../src/policy-files/review-folder.ts";
import type { OpenApp, OpenAppOptions } from "../app/open-app.ts";
import { policyFolder } from "./policy-folder.ts";

export interface PolicyAppOptions extends Omit<OpenAppOptions, "args"> {
  /** Name of the reviewer in the configuration of git. */
  readonly reviewer?: string;
  /** Entries of `policies` in the config file. */
  readonly config?: readonly { readonly dir: string; readonly baseline?: string; readonly repo?: string }[];
}

/** Functions that open apps on policies. */
export type PolicyApps = ReturnType<typeof policyApps>;

type Files = Readonly<Record<string, string>>;

/** Returns functions that open apps on policies, by `openApp` or the mount of `sharedEngine`. */
export function policyApps(openApp: (options: OpenAppOptions) => Promise<OpenApp>) {
  /** Opens the app; without a directory it has the bundled policies. */
  function openOn(
    folder: string | null,
    { reviewer, config, ...options }: PolicyAppOptions = {},
  ): Promise<OpenApp> {
    return openApp({
      ...options,
      args: folder === null ? [] : ["--policies", folder],
      env: {
        ...(reviewer === undefined ? {} : gitName(reviewer)),
        ...(config === undefined ? {} : { XDG_CONFIG_HOME: configHome({ policies: config }) }),
        ...options.env,
      },
    });
  }

  /** Opens the Policies screen for a directory. */
  async function openPolicyFolder(folder: string, options?: PolicyAppOptions): Promise<OpenApp> {
    const app = await openOn(folder, options);
    app.screen.press("3");
    // The status line briefly shows something else.
    await app.screen.waitFor(/^[│┃] {4}policy .*approved/);
    // The next keys may be for the document, which is made after the checks.
    await app.screen.waitUntil((now) => !/^[│┃]?[❯ ] ⋯ | {2}Loading /m.test(now.text()));
    return app;
  }

  return {
    openOn,
    openPolicyFolder,
    /** Opens the Policies screen for a directory with these files. */
    async openPolicies(
      files: Files,
      options?: PolicyAppOptions,
    ): Promise<OpenApp & { readonly folder: string }> {
      const folder = policyFolder(files);
      return { ...(await openPolicyFolder(folder, options)), folder };
    },
    /** Opens the policy `p.yaml` of a directory. */
    async openPolicy(folder: string, options: PolicyAppOptions = {}): Promise<OpenApp> {
      const app = await openOn(folder, { columns: 120, rows: 40, ...options });
      app.screen.press("3");
      await app.screen.waitFor(/^[│┃]?❯ [·✓✗▼⚑↺▲] p\.yaml/);
      app.screen.press("enter");
      await app.screen.waitFor(/\[(?:Cell|Findings \d+)\]/);
      return app;
    },
    /** Opens a bundled policy. */
    async openBundled(options?: PolicyAppOptions): Promise<OpenApp> {
      const app = await openOn(null, options);
      app.screen.press("3");
      await app.screen.waitFor(/· academic\.yaml/);
      app.screen.press("enter");
      await app.screen.waitFor("[Cell]");
      return app;
    },
  };
}

/** Creates a directory of configurations with a config file. */
function configHome(config: unknown): string {
  return policyFolder({ "hooklens/config.yaml": JSON.stringify(config) });
}

function gitName(name: string): Record<string, string> {
  return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: name };
}

/** Returns the entries of the review of `p.yaml`. */
export const entriesOf = (folder: string) => readReview(join(folder, "p.yaml.review")).entries;
