-- The end of every load: prints what wrk counted as the JSON that wrk.ts reads. LUA_PATH leads here: wrk.ts sets it.
function done(summary, latency)
  local errors = summary.errors
  io.write(('{"answered":%d,"refused":%d,"broken":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f}\n'):format(
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
