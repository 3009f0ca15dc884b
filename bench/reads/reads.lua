-- Asks for paths in turn, as browsers do that read brotli, each from an address of its own, so that all limits stay on:
--   wrk -s reads.lua <origin> -- <path> <path> …
require("report")

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
