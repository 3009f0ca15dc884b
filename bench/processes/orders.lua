-- Orders two tickets of one product, of the given time spans in turn, each order from an address of its own:
--   wrk -s orders.lua <origin> -- <product uuid> <adult id> <time span id>,…
require("report")

local bodies, sent, first = {}, 0, 0

function init(args)
  math.randomseed(os.time())
  first = math.random(0, 2 ^ 23)
  local form = '{"lang":"ja","product_uuid":"%s","time_span_id":%s,"quantity":2,"option_values":'
    .. '[{"option_value_id":%s,"quantity":2}]}'
  for span in args[3]:gmatch("%d+") do
    bodies[#bodies + 1] = form:format(args[1], span, args[2])
  end
end

function request()
  sent = sent + 1
  local address = first + sent
  return wrk.format("POST", "/api/v1/orders", {
    ["content-type"] = "application/json",
    ["x-forwarded-for"] = ("10.%d.%d.%d"):format(math.floor(address / 65536) % 256, math.floor(address / 256) % 256, address % 256),
  }, bodies[sent % #bodies + 1])
end
