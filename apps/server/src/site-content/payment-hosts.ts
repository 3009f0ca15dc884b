import { paymentMethod } from '@kippu/contract/payment-method'
import type { Site } from '@kippu/sites/site'
import * as v from 'valibot'

import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import type { DocumentHosts } from '../http/security-headers.ts'
import { offeredMethod } from '../payments/apple-pay/offered-method.ts'
import { listPaymentMethodRows } from './queries.ts'

/**
 * The hosts that the pages of a site may talk to: the providers of the methods that its own channel offers, and its
 * device fingerprint service; no others.
 */
export async function readPaymentHosts(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  site: Site,
): Promise<Omit<DocumentHosts, 'reachHosts'>> {
  const rows = await db.read(tx => listPaymentMethodRows(tx, site.key, 'web'))
  const offered = rows.flatMap(({ method }) => {
    const found = v.is(paymentMethod, method) ? offeredMethod(payments, site, method) : undefined
    return found === undefined ? [] : [found.browser]
  })
  const { deviceFingerprint } = payments.of(site.key)
  const hosts = [...offered.flatMap(browser => browser.hosts), ...(deviceFingerprint?.hosts ?? [])]
  return {
    hosts: [...new Set(hosts)],
    formHosts: [...new Set(offered.flatMap(browser => browser.formHosts))],
  }
}
