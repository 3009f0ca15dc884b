import type { PaymentProvider } from '../../port/port.ts'

/** None of our providers' fields is longer. */
const MOST = 2000

/**
 * The fields of a return: for 3-D Secure the event, its parameter and the trade it concerns; from d払い the result, from
 * PayPay nothing at all.
 */
export const readGmoReturn: PaymentProvider['readReturn'] = fields => {
  const md = fields.get('MD') ?? fields.get('md') ?? fields.get('AccessID')
  const given = { event: fields.get('event'), param: fields.get('param'), md, status: fields.get('Status') }
  const kept = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, value.slice(0, MOST)] as const],
  )
  const isRefused = (fields.get('ErrCode') ?? '') !== '' || given.status === 'PAYFAIL'
  return { kept: Object.fromEntries(kept), hint: isRefused ? 'failure' : 'success' }
}
