/** Option of the commands that read or write the keys of nodes. */
export const keysOption = {
  "--keys <dir>": "directory of the keys of nodes (default $XDG_CONFIG_HOME/hooklens/keys)",
} as const;
