import type { Notification, ProviderEvent, RawNotification } from '../src/payments/port/port.ts'
import type { PaymentProviders } from '../src/payments/port/payment-providers.ts'
import type { AppOptions } from './shop/server-app.ts'
import { replacedPayments } from './scripted-payments.ts'

/** What each account reads in a request; one that is not named cannot verify it. */
export interface Told {
  readonly own?: readonly ProviderEvent[]
  readonly other?: readonly ProviderEvent[]
}

const TOLD_REPLIES: Omit<Notification, 'events'> = {
  stored: { status: 202, contentType: 'text/plain', body: 'stored' },
  failed: { status: 503, contentType: 'text/html', body: 'again' },
}

/** For {@link AppOptions.replace}: the real accounts, and another one at each provider, that read events as a request says them. */
export function toldPayments(heard: RawNotification[] = []): NonNullable<AppOptions['replace']> {
  return ({ payments }) => ({ payments: readingPayments(payments, heard) })
}

function readingPayments(usual: PaymentProviders, heard: RawNotification[]): PaymentProviders {
  const read = (as: keyof Told) => (raw: RawNotification) => {
    heard.push(raw)
    const told: Told = raw.body.length === 0 ? {} : JSON.parse(raw.body.toString())
    const events = told[as]
    return events && { events, ...TOLD_REPLIES }
  }
  const own = replacedPayments(usual, provider => ({ ...provider, parseNotification: read('own') }))
  const others = usual.all.map(one => ({ ...one, account: 'other', parseNotification: read('other') }))
  return { of: siteKey => own.of(siteKey), all: [...own.all, ...others] }
}
