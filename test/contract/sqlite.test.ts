import { join } from "node:path";
import { openDeliveryLog } from "../../src/store/sqlite/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/delivery-reader.ts";
import { deliveryLogContract } from "./delivery-log.ts";

deliveryLogContract("sqlite", {
  open: openDeliveryLog,
  openReader: openDeliveryReader,
  appender: join(import.meta.dirname, "sqlite-appender.ts"),
});
