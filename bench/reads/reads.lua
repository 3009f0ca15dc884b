-- Asks for paths in turn, as browsers do that read brotli, each from an address of its own, so that all limits stay on:
--   wrk -s reads.lua <origin> -- <path> <path> …
local requests, last = {}, 0

function init(args)
  for address = 0, 5999 do
    requests[address + 1] = wrk.format("GET", args[address % #args + 1], {
      ["accept-encoding"] = "gzip, deflate, br, zstd",
      ["x-forwarded-for"] = ("10.0.%d.%d"):format(math.floor(address / 250), address % 250),
    })
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(('{"answered":%d,"refused":%d,"broken":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f}\n'):format(
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
