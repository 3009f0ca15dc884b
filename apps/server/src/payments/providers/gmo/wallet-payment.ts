import type { AttemptRef, PaymentOutcome, StartParts } from '../../port/port.ts'
import { executeTrade } from './execute-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessIdOf, accessOf, type Gmo } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { queryTrade } from './query-trade.ts'
import { registerTrade } from './register-trade.ts'
import { stepOf } from './visitor-step.ts'
import { cutToWindows31J } from './windows-31j.ts'

/** The wallet's page closes this many seconds before our deadline, so that a payment on it is known by then. */
const MARGIN_SECONDS = 120
/** Nobody can pay in less. */
const LEAST_TERM_SECONDS = 60
const MAX_SHOP_NAME_BYTES = 50

interface Wallet {
  readonly entry: string
  readonly exec: string
  readonly fields: (gmo: Gmo, attempt: AttemptRef, parts: StartParts) => GmoFields
}

export const PAYPAY: Wallet = {
  entry: 'EntryTranPaypay',
  exec: 'ExecTranPaypay',
  // By a web link: the app opens by itself where it is installed.
  fields: () => ({ TransitionType: '1' }),
}

export const DOCOMO: Wallet = {
  entry: 'EntryTranDocomo',
  exec: 'ExecTranDocomo',
  fields: ({ account }, { refs }, { returnUrl }) => ({
    DispShopName: cutToWindows31J(account.tenantName ?? refs['merchant'] ?? '', MAX_SHOP_NAME_BYTES),
    DispShopUrl: new URL(returnUrl).origin,
  }),
}

/** Opens a page of a wallet, to which the browser sends a form. */
export async function startWallet(
  gmo: Gmo,
  attempt: AttemptRef,
  parts: StartParts,
  { entry, exec, fields }: Wallet,
): Promise<PaymentOutcome> {
  const term = attempt.secondsLeft - MARGIN_SECONDS
  if (term < LEAST_TERM_SECONDS) return tooLate(gmo, attempt)
  const registered = await registerTrade(gmo, attempt, parts, { call: entry, fields: {} })
  if (registered.kind === 'no_keys') return registered.outcome
  return executeTrade(gmo, {
    ...registered,
    parts,
    call: exec,
    fields: {
      ...accessOf(gmo, registered.attempt),
      OrderID: attempt.providerOrderRef,
      RetURL: parts.returnUrl,
      PaymentTermSec: String(Math.floor(term)),
      ...fields(gmo, attempt, parts),
    },
    read: answer => readOpened(registered.attempt, parts, answer),
  })
}

/** A page that would close at once is not opened. If its address was lost, nobody can pay on it. */
async function tooLate(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const found = await queryTrade(gmo, attempt)
  if (found.kind !== 'not_found') return found
  return {
    kind: 'failed',
    refs: { page: 'never opened' },
    error: { ...errorOf('expired', ['no time left']), retryable: true },
  }
}

async function readOpened(
  attempt: AttemptRef,
  parts: StartParts,
  answer: GmoFields,
): Promise<PaymentOutcome> {
  const { StartURL: url = '', Token: token } = answer
  if (!URL.canParse(url) || token === undefined)
    return { kind: 'unknown', refs: {}, reason: 'a page without its address' }
  const refs = { access_id: accessIdOf(attempt), start_url: url, start_token: token }
  const step = stepOf({ ...attempt, refs: { ...attempt.refs, ...refs } })
  if (step === undefined) return { kind: 'unknown', refs, reason: 'no step to take' }
  return { kind: 'action_required', refs, step, threeDSecure: false }
}

/** The return of a wallet carries no result, so the trade is queried. */
export async function resumeWallet(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const found = await queryTrade(gmo, attempt)
  return found.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'no page was handed out' } : found
}
