import type { RequestOp } from '../core/faults.ts'

/** An element with a value. `most` is the most characters that it may have; `base64` is text in Shift_JIS, encoded. */
export interface Leaf {
  readonly name: string
  readonly required: boolean
  readonly most: number
  readonly form: 'text' | 'digits' | 'base64' | 'time' | 'url'
}

/** An element that holds others. */
export interface Group {
  readonly name: string
  readonly required: boolean
  readonly parts: readonly Part[]
}
export type Part = Leaf | Group

/** A request: the operation as faults name it, and its elements in the order in which the gateway accepts them. */
export interface RequestForm {
  readonly op: RequestOp
  readonly parts: readonly Part[]
}

/** A `!` after the name marks an element that is required. */
const leaf = (name: string, most: number, form: Leaf['form'] = 'text'): Leaf => ({
  name: name.replace('!', ''),
  required: name.endsWith('!'),
  most,
  form,
})
const group = (name: string, ...parts: Part[]): Group => ({
  name: name.replace('!', ''),
  required: name.endsWith('!'),
  parts,
})

const merchant = [leaf('merchant_id!', 5, 'digits'), leaf('service_id!', 3, 'digits')]
const end = [leaf('request_date!', 14, 'time'), leaf('limit_second', 4, 'digits'), leaf('sps_hashcode!', 40)]
const amount = leaf('amount!', 7, 'digits')
const tracking = leaf('tracking_id!', 14, 'digits')

const goods: Part[] = [
  leaf('cust_code!', 64),
  leaf('order_id!', 38),
  leaf('item_id!', 32),
  leaf('item_name', 40, 'base64'),
  leaf('tax', 7, 'digits'),
  amount,
  leaf('free1', 20, 'base64'),
  leaf('free2', 20, 'base64'),
  leaf('free3', 20, 'base64'),
  leaf('order_rowno', 2, 'digits'),
  leaf('sps_cust_info_return_flg', 1, 'digits'),
  group(
    'dtls',
    group(
      'dtl',
      leaf('dtl_rowno', 2, 'digits'),
      leaf('dtl_item_id', 32),
      leaf('dtl_item_name', 40, 'base64'),
      leaf('dtl_item_count', 7, 'digits'),
      leaf('dtl_tax', 7, 'digits'),
      leaf('dtl_amount', 7, 'digits'),
    ),
  ),
  group('pay_method_info', leaf('dealings_type', 2, 'digits'), leaf('divide_times', 3, 'digits')),
]
const encrypted = leaf('encrypted_flg', 1, 'digits')

const cardTransaction: Part[] = [
  leaf('sps_transaction_id', 32),
  tracking,
  leaf('processing_datetime', 14, 'time'),
]

const request = (op: RequestOp, ...parts: Part[]): RequestForm => ({
  op,
  parts: [...merchant, ...parts, ...end],
})

export const REQUEST_FORMS: Record<string, RequestForm> = {
  'ST01-00131-101': request(
    'execute',
    ...goods,
    group(
      'pay_option_manage!',
      leaf('token!', 512),
      leaf('token_key!', 512),
      leaf('cust_manage_flg', 1, 'digits'),
      leaf('cardbrand_return_flg', 1, 'digits'),
    ),
    encrypted,
  ),
  'ST01-00118-101': request(
    'execute',
    ...goods,
    group(
      'pay_option_manage!',
      leaf('cust_manage_flg', 1, 'digits'),
      leaf('cardbrand_return_flg', 1, 'digits'),
      leaf('tds_authentication_id!', 64),
    ),
    encrypted,
  ),
  'TA02-00101-101': request(
    'register',
    leaf('cust_code!', 64),
    amount,
    group(
      'pay_method_info',
      leaf('tokenized_pan', 32),
      leaf('cc_expiration', 6, 'digits'),
      leaf('security_code', 4, 'digits'),
    ),
    group(
      'pay_option_manage!',
      leaf('token!', 512),
      leaf('token_key!', 512),
      leaf('tds_info_token!', 512),
      leaf('tds_info_token_key!', 512),
      leaf('ok_return_url!', 512, 'url'),
      leaf('ng_return_url!', 512, 'url'),
    ),
    encrypted,
  ),
  'ST02-00101-101': request('confirm', ...cardTransaction),
  'ST02-00201-101': request(
    'capture',
    ...cardTransaction,
    group('pay_option_manage', { ...amount, required: false }),
  ),
  'ST02-00305-101': request('cancel', ...cardTransaction),
  'ST02-00303-101': request('refund', ...cardTransaction),
  'ST02-00307-101': request('refund', ...cardTransaction, group('pay_option_manage!', amount)),
  'MG01-00101-101': request(
    'query',
    leaf('sps_transaction_id', 32),
    tracking,
    leaf('response_info_type', 1, 'digits'),
    group('pay_option_manage', leaf('cardbrand_return_flg', 1, 'digits')),
    encrypted,
  ),
  'ST02-00201-311': request(
    'capture',
    tracking,
    group('pay_option_manage!', amount, leaf('order_description', 255)),
  ),
  'ST02-00303-311': request('refund', tracking, encrypted),
  'ST02-00306-311': request('refund', tracking, group('pay_option_manage!', amount)),
  'MG01-00101-311': request('query', leaf('tracking_id', 14, 'digits'), leaf('order_id', 38), encrypted),
  'ST02-00306-510': request('refund', tracking, group('pay_option_manage!', amount)),
}
