import type { PaymentProvider } from '../../port/port.ts'

/** Longer ones are cut by no provider of ours. */
const MOST = 2000

/**
 * What a return brings (payments §1.5, §1.8): for 3-D Secure the event and what it wants back, and which trade it is about;
 * from d払い how it went, from PayPay nothing at all.
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
