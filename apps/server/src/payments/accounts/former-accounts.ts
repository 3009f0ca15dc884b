import { EnvError } from '../../platform/variables/env-error.ts'
import { formerNameOf } from '../../platform/variables/site-variables.ts'
import type { PaymentAccounts } from './accounts.ts'
import { isPaymentVariable, ownAccountsOf } from './site-accounts.ts'

/**
 * Accounts that take no new payments and serve those made with them: `FORMER__GMO_SHOP_ID` and so on, each given whole.
 * Null when there are none.
 * @throws EnvError for an incomplete account, and for a variable that no account has.
 */
export function readFormerAccounts(
  variables: Readonly<Record<string, string | undefined>>,
): PaymentAccounts | null {
  const own: Record<string, string> = {}
  for (const [given, value] of Object.entries(variables)) {
    const name = formerNameOf(given)
    if (name === undefined || value === undefined) continue
    if (!isPaymentVariable(name)) throw new EnvError(`${given}: is not a variable of a payment account`)
    own[name] = value
  }
  if (Object.keys(own).length === 0) return null
  return ownAccountsOf(own, message => new EnvError(`FORMER__${message}`))
}
