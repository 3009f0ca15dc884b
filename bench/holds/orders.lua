-- Orders two tickets of one product, of the given time spans in turn:
--   wrk -s orders.lua <url> -- <product uuid> <adult id> <child id> <time span id>,…
require("report")

local requests, last = {}, 0

function init(args)
  local product, adult, child, spans = args[1], args[2], args[3], args[4]
  local headers = { ["content-type"] = "application/json" }
  local form = '{"lang":"ja","product_uuid":"%s","time_span_id":%s,"quantity":2,"option_values":'
    .. '[{"option_value_id":%s,"quantity":1},{"option_value_id":%s,"quantity":1}]}'
  for span in spans:gmatch("%d+") do
    requests[#requests + 1] = wrk.format("POST", nil, headers, form:format(product, span, adult, child))
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
