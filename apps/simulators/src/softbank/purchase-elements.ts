/** The elements of a purchase request (A01-1) in the order of its hash. All of them are sent, empty or not. */
export const ELEMENTS = [
  'pay_method',
  'merchant_id',
  'service_id',
  'cust_code',
  'sps_cust_no',
  'sps_payment_no',
  'order_id',
  'item_id',
  'pay_item_id',
  'item_name',
  'tax',
  'amount',
  'pay_type',
  'auto_charge_type',
  'service_type',
  'div_settele',
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
  'success_url',
  'cancel_url',
  'error_url',
  'pagecon_url',
  'free1',
  'free2',
  'free3',
  'free_csv',
  'request_date',
  'limit_second',
]

/** The elements with the addresses for the notice and the ways back. */
export const ADDRESSES = ['success_url', 'cancel_url', 'error_url', 'pagecon_url']

/** The elements that a result does not repeat in this order. `limit_second` comes back as the last of its fields. */
const NOT_IN_RESULTS = [...ADDRESSES, 'free_csv', 'limit_second']

/** The elements that come back with a result, in the order of its hash. */
export const RETURNED = ELEMENTS.filter(name => !NOT_IN_RESULTS.includes(name))
