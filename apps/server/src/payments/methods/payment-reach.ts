import { paymentMethod } from '@kippu/contract/payment-method'
import { BROWSER_CHANNELS } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import * as v from 'valibot'

import { OPEN_STATES } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { DocumentHosts } from '../../platform/http/security-headers.ts'
import { offeredMethod } from '../apple-pay/offered-method.ts'

/** The addresses that the pages of a site load and reach for its payments. */
export interface PaymentReach extends Omit<DocumentHosts, 'reachHosts'> {
  /** Addresses of scripts, each loaded once its method is chosen. */
  readonly scripts: readonly string[]
}

/**
 * The addresses that the pages of a site may load and talk to: the scripts and hosts of the providers of the methods
 * that are paid in a browser, at home and at the door, and of its device fingerprint service; no others.
 */
export async function readPaymentReach(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  site: Site,
): Promise<PaymentReach> {
  const rows = await db.read(read =>
    read
      .selectFrom('payment_methods')
      .select('method')
      .where('site_key', '=', site.key)
      .where('channel', 'in', [...BROWSER_CHANNELS])
      // A visitor who was paying when the method was withdrawn pays to the end, on a page that is loaded anew too.
      .union(
        read
          .selectFrom('payment_attempts')
          .select('method')
          .where('site_key', '=', site.key)
          .where('state', 'in', [...OPEN_STATES]),
      )
      .orderBy('method')
      .execute(),
  )
  const offered = rows.flatMap(({ method }) => {
    const found = v.is(paymentMethod, method) ? offeredMethod(payments, site, method) : undefined
    return found === undefined ? [] : [found.browser]
  })
  const { deviceFingerprint } = payments.of(site.key)
  const scripts = offered.flatMap(browser => browser.scripts)
  const hosts = offered.flatMap(browser => browser.hosts)
  if (deviceFingerprint !== null) {
    scripts.push(deviceFingerprint.scriptUrl)
    hosts.push(...deviceFingerprint.hosts)
  }
  return {
    scripts: [...new Set(scripts)],
    hosts: [...new Set(hosts)],
    formHosts: [...new Set(offered.flatMap(browser => browser.formHosts))],
  }
}
