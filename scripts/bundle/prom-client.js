// prom-client for the bundle: without its push gateway, cluster and default metrics, which load HTTPS, zlib and the
// cluster of Node, and which the receiver does not use.
export { default as Counter } from "../../node_modules/prom-client/lib/counter.js";
export { default as Gauge } from "../../node_modules/prom-client/lib/gauge.js";
export { default as Histogram } from "../../node_modules/prom-client/lib/histogram.js";
export { default as Registry } from "../../node_modules/prom-client/lib/registry.js";
