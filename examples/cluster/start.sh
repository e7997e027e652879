#!/usr/bin/env bash
# Starts on 127.0.0.1 what compose.yaml starts: three NATS nodes, three receivers and the balancer. Ctrl+C stops them.
#
#   ./start.sh [PORT]    balancer on PORT (8080), receivers on the next three, NATS from PORT + 10 on
#
# Needs nats-server and hooklens in the PATH, and caddy for the balancer. DATA=DIR keeps the data; otherwise they are
# removed at the end.
set -euo pipefail
cd "$(dirname "$0")"

port=${1:-8080}
data=${DATA:-$(mktemp -d)}
servers=$(printf '127.0.0.1:%d,' $((port + 10)) $((port + 11)) $((port + 12)))
# On loopback everyone may know them.
export RECEIVER_PASSWORD=receive VIEWER_PASSWORD=view OPERATOR_PASSWORD=operate
routes=$(printf 'nats://127.0.0.1:%d,' $((port + 20)) $((port + 21)) $((port + 22)))
servers=${servers%,}

stop() {
  trap '' EXIT INT TERM
  jobs -p | xargs -r kill 2>/dev/null || true
  wait
  [ -n "${DATA:-}" ] || rm -rf "$data"
}
trap 'stop; exit 0' INT TERM
trap stop EXIT

# Waits until a URL answers 200.
ready() {
  for _ in $(seq 300); do
    if curl -sf -o /dev/null "$1"; then return; fi
    sleep 0.1
  done
  echo "$1 does not answer; the logs:" >&2
  tail -n 5 "$data"/*.log >&2
  exit 1
}

# A server before 2.10 does not know sync_interval.
config=nats/node.conf
nats-server -c $config -t >/dev/null 2>&1 || config=nats/node-2.9.conf

for i in 0 1 2; do
  nats-server -c $config --name "nats-$i" -a 127.0.0.1 -p $((port + 10 + i)) -m $((port + 30 + i)) \
    --cluster_listen "nats://127.0.0.1:$((port + 20 + i))" --routes "${routes%,}" \
    -sd "$data/nats-$i" -l "$data/nats-$i.log" &
  echo "nats-$i      nats://127.0.0.1:$((port + 10 + i))  pid $!"
done
for i in 0 1 2; do ready "http://127.0.0.1:$((port + 30 + i))/healthz"; done

hooklens store init --store "nats://operator:$OPERATOR_PASSWORD@$servers"

for i in 0 1 2; do
  hooklens receive --port $((port + 1 + i)) --data-dir "$data/receiver-$i" \
    --store "nats://receiver:$RECEIVER_PASSWORD@$servers?inbox=_INBOX_receiver" >"$data/receiver-$i.log" 2>&1 &
  echo "receiver-$i  http://127.0.0.1:$((port + 1 + i))  pid $!"
done
for i in 0 1 2; do ready "http://127.0.0.1:$((port + 1 + i))/healthz"; done

if command -v caddy >/dev/null; then
  SITE=http://127.0.0.1:$port RECEIVERS=$(printf '127.0.0.1:%d ' $((port + 1)) $((port + 2)) $((port + 3))) \
    caddy run --config Caddyfile --adapter caddyfile >"$data/caddy.log" 2>&1 &
  ready "http://127.0.0.1:$port/healthz"
  echo "ready: POST http://127.0.0.1:$port/webhooks/inbox"
else
  echo "ready: no caddy is installed, so POST to one of the receivers"
fi
echo "every teammate: hooklens --store 'nats://viewer:$VIEWER_PASSWORD@$servers?inbox=_INBOX_viewer'"
wait
