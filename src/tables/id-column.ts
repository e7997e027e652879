import { span } from "../text/line.ts";
import { truncate } from "../text/truncate.ts";
import { v, visible } from "../text/visible.ts";
import type { Column } from "./column.ts";

/** ID assigned by the hub, shortened in its middle on the screen. */
export const idColumn: Column<{ readonly id: string }, unknown> = {
  title: v`id`,
  width: 10,
  grow: 0,
  drop: 2,
  cell: ({ id }) => span(visible(id), "muted"),
  short: ({ id }, width) => truncate(visible(id), width, { where: "middle" }),
  print: ({ id }) => span(visible(id)),
  order: ({ id }) => id,
};
