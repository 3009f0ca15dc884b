import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import { storageName } from '../../../session/session.ts'
import { siteStorage } from '../../../session/storage.ts'

const NAME = 'lastMethod'

/** Remembers on this device which way to pay was gone on with: its name alone, and nothing of a card. */
export function rememberMethod(method: PaymentMethod): void {
  siteStorage.setItem(storageName(NAME), method)
}

/** The way to pay of the last purchase at this site on this device. */
export function lastMethod(): PaymentMethod | undefined {
  const stored = siteStorage.getItem(storageName(NAME))
  return stored !== null && isMethod(stored) ? stored : undefined
}

function isMethod(word: string): word is PaymentMethod {
  return Object.hasOwn(METHOD_KINDS, word)
}
