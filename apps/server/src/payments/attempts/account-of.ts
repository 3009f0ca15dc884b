import { ON_ACCOUNT } from '@kippu/domain/payment-method'

import type { Attempt } from './attempt.ts'
import type { PaymentProvider } from '../port/port.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'

/** The fields that say with which account an attempt was made. */
export type MadeWith = Readonly<Record<'siteKey' | 'provider' | 'method', string>> & Pick<Attempt, 'account'>

/**
 * The account that an attempt was made with, wherever this deployment keeps its keys: for the site, for another one, for all
 * of them, or among the former accounts, which only end what is open ({@link PaymentsEnv.former}). Another account of the
 * same provider knows nothing of the payment: its "not found" would begin the payment again, its refund would return somebody
 * else's money. Undefined when the keys are nowhere.
 */
export function accountOf(payments: PaymentProviders, attempt: MadeWith): PaymentProvider | undefined {
  if (attempt.provider === ON_ACCOUNT) return payments.of(attempt.siteKey).find(ON_ACCOUNT)
  const ofSite = payments.of(attempt.siteKey).all
  const all = attempt.account === null ? ofSite : [...ofSite, ...payments.all]
  return all.find(provider => isMadeWith(provider, attempt))
}

/** Whether an attempt was made with this account. One that does not say so was made with what its site has. */
function isMadeWith({ id, account, methods }: PaymentProvider, attempt: MadeWith): boolean {
  if (id !== attempt.provider || (attempt.account !== null && attempt.account !== account)) return false
  // Nobody is asked for 0 yen, whatever the method.
  return id === 'free' || methods.some(method => method === attempt.method)
}

/** Why nobody can be asked about an attempt, for staff. */
export function absenceOf(payments: PaymentProviders, attempt: MadeWith): string {
  const { provider, account, siteKey, method } = attempt
  const configured = payments.of(siteKey).byId(provider)?.account ?? 'none'
  return `account ${account ?? 'unknown'} of ${provider} has no keys for ${method}, ${siteKey} has ${configured}`
}
