import { expect, test } from 'vitest'

import type { AttemptRef, PaymentOutcome } from '../../port/port.ts'
import { createSeal } from '../../port/seal.ts'
import { startCard } from './card-payment.ts'
import { gmoAccountOf } from './gmo-account.ts'
import type { GmoFields } from './gmo-codec.ts'
import type { Gmo } from './gmo-context.ts'

const ATTEMPT: AttemptRef = {
  attemptId: 'attempt',
  providerOrderRef: 'order',
  method: 'gmo_3ds',
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  secondsLeft: 840,
  refs: { token: 'token of the card' },
}
const [GMO_SHOP_ID, GMO_SHOP_PASS, GMO_NOTIFICATION_KEY] = ['tshop00000001', 'pass', 'notification-key']

/** Starts a payment by card at a GMO that gives this answer to `ExecTran`. */
function startWith(answer: GmoFields): Promise<PaymentOutcome> {
  const answers: Readonly<Record<string, GmoFields>> = {
    EntryTran: { AccessID: 'id', AccessPass: 'pass' },
    ExecTran: answer,
  }
  const gmo: Gmo = {
    account: gmoAccountOf({ GMO_SHOP_ID, GMO_SHOP_PASS, GMO_NOTIFICATION_KEY })!,
    client: { call: async name => ({ kind: 'answer', fields: answers[name] ?? {} }) },
    clock: { now: () => 0, monotonicMs: () => 0 },
    seal: createSeal('a key that only this test knows, long enough'),
  }
  const [returnUrl, notifyUrl] = ['https://store.example/back', 'https://store.example']
  return startCard(gmo, ATTEMPT, { returnUrl, notifyUrl, keep: async () => undefined })
}

test.each([{ ACS: '9' }, { ACS: '' }, { Forward: '2a99662' }])(
  'after the answer %j nobody knows whether the card was charged',
  async answer => {
    expect(await startWith(answer)).toMatchObject({ kind: 'unknown', refs: {} })
  },
)

test.each([{ ACS: '1' }, { ACS: '2' }, { ACS: '2', RedirectUrl: 'nowhere' }])(
  'after the answer %j nothing is charged, and the visitor cannot go on',
  async answer => {
    expect(await startWith(answer)).toMatchObject({
      kind: 'failed',
      refs: { access_id: 'id' },
      error: { class: 'configuration' },
    })
  },
)
