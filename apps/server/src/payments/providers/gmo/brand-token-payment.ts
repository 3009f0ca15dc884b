import type { AttemptRef, PaymentOutcome, StartParts } from '../../port/port.ts'
import { tokenOf } from './card-payment.ts'
import { executeTrade } from './execute-trade.ts'
import { accessOf, type Gmo } from './gmo-context.ts'
import { confirmedOutcome } from './query-trade.ts'
import { registerTrade } from './register-trade.ts'

/** Apple Pay: the token is the Base64 of what Apple encrypted for GMO; there is no 3-D Secure. */
export async function startBrandToken(
  gmo: Gmo,
  attempt: AttemptRef,
  parts: StartParts,
): Promise<PaymentOutcome> {
  const registered = await registerTrade(gmo, attempt, parts, { call: 'EntryTranBrandtoken', fields: {} })
  if (registered.kind === 'no_keys') return registered.outcome
  return executeTrade(gmo, {
    ...registered,
    parts,
    call: 'ExecTranBrandtoken',
    fields: {
      ...accessOf(gmo, registered.attempt),
      OrderID: attempt.providerOrderRef,
      TokenType: 'APay',
      Token: tokenOf(attempt.refs),
    },
    read: () => confirmedOutcome(gmo, registered.attempt),
  })
}
