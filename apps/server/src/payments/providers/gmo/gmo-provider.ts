import { methodsOf } from '@kippu/domain/payment-method'

import type {
  AdapterParts,
  AttemptRef,
  PaymentOutcome,
  PaymentProvider,
  StartParts,
} from '../../port/port.ts'
import { startBrandToken } from './brand-token-payment.ts'
import { cancelTrade, WALLET_SECONDS } from './cancel-trade.ts'
import { captureTrade } from './capture-trade.ts'
import { startCard } from './card-payment.ts'
import type { GmoAccount } from './gmo-account.ts'
import { gmoBrowserSide } from './gmo-browser.ts'
import { createGmoClient } from './gmo-client.ts'
import { type Gmo, productOf } from './gmo-context.ts'
import { parseGmoNotification } from './gmo-notification.ts'
import { readGmoReturn } from './gmo-return.ts'
import { queryTrade } from './query-trade.ts'
import { leftOfTrade, refundTrade } from './refund-trade.ts'
import { resumeCard } from './three-d-secure.ts'
import { DOCOMO, PAYPAY, resumeWallet, startWallet } from './wallet-payment.ts'

/**
 * GMO Payment Gateway, PG マルチペイメント, protocol type: a trade is registered, executed, and later captured or refunded.
 * Before anything is executed again, the trade is queried; only the answer to a query counts as paid.
 */
export function createGmoProvider(account: GmoAccount, { clock, seal }: AdapterParts): PaymentProvider {
  const gmo: Gmo = { account, client: createGmoClient(account), clock, seal }
  return {
    id: 'gmo',
    account: `${account.environment}:${account.shopId}`,
    methods: methodsOf('gmo').filter(
      method => productOf(method) !== 'brand_token' || account.brandTokenPayType !== null,
    ),
    leastAmount: 1,
    lateSeconds: WALLET_SECONDS,
    browserSide: method => gmoBrowserSide(account, method),
    start: (attempt, parts) => start(gmo, attempt, parts),
    resume: attempt => resume(gmo, attempt),
    capture: attempt => captureTrade(gmo, attempt),
    cancelAuthorization: attempt => cancelTrade(gmo, attempt),
    refund: (attempt, refund) => refundTrade(gmo, attempt, refund),
    query: attempt => queryTrade(gmo, attempt),
    left: attempt => leftOfTrade(gmo, attempt),
    readReturn: readGmoReturn,
    parseNotification: notification => parseGmoNotification(account, notification),
  }
}

function start(gmo: Gmo, attempt: AttemptRef, parts: StartParts): Promise<PaymentOutcome> {
  switch (productOf(attempt.method)) {
    case 'card':
      return startCard(gmo, attempt, parts)
    case 'paypay':
      return startWallet(gmo, attempt, parts, PAYPAY)
    case 'docomo':
      return startWallet(gmo, attempt, parts, DOCOMO)
    case 'brand_token':
      return startBrandToken(gmo, attempt, parts)
  }
}

function resume(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  switch (productOf(attempt.method)) {
    case 'card':
    case 'brand_token':
      return resumeCard(gmo, attempt)
    case 'paypay':
    case 'docomo':
      return resumeWallet(gmo, attempt)
  }
}
