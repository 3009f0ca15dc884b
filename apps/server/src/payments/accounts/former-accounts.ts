import { EnvError } from '../../env-error.ts'
import { formerNameOf } from '../../site-variables.ts'
import type { PaymentAccounts } from './accounts.ts'
import { isPaymentVariable, ownAccountsOf } from './site-accounts.ts'

/**
 * Accounts that nothing new is paid with, for what was paid with them: `FORMER__GMO_SHOP_ID` and so on, whole as every
 * account is. Null when there are none.
 * @throws EnvError for an account that is not whole, and for a variable that no account has.
 */
export function readFormerAccounts(
  variables: Readonly<Record<string, string | undefined>>,
): PaymentAccounts | null {
  const own: Record<string, string> = {}
  for (const [given, value] of Object.entries(variables)) {
    const name = formerNameOf(given)
    if (name === undefined || value === undefined) continue
    if (!isPaymentVariable(name)) throw new EnvError(`${given}: is no variable of a payment account`)
    own[name] = value
  }
  if (Object.keys(own).length === 0) return null
  return ownAccountsOf(own, message => new EnvError(`FORMER__${message}`))
}
