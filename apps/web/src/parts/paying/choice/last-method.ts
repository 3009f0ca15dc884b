import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import { LAST_METHOD, storageName } from '../../../session/session.ts'
import { siteStorage } from '../../../session/storage.ts'

/** Remembers on this device which way to pay was gone on with: its name alone, and nothing of a card. */
export function rememberMethod(method: PaymentMethod): void {
  siteStorage.setItem(storageName(LAST_METHOD), method)
}

/** The way to pay that was gone on with last at this site on this device, whether it was paid or not. */
export function lastMethod(): PaymentMethod | undefined {
  const stored = siteStorage.getItem(storageName(LAST_METHOD))
  return stored !== null && isMethod(stored) ? stored : undefined
}

function isMethod(word: string): word is PaymentMethod {
  return Object.hasOwn(METHOD_KINDS, word)
}
