import type { Translate } from '../../../i18n/texts.tsx'
import type { SavedCard } from '../../../session/pieces.ts'
import { brandName } from '../methods/brand-name.ts'

/** The label by which the visitor recognises a card: `Visa 末尾 1112`. */
export function cardLabel({ brand, last4 }: SavedCard, t: Translate): string {
  return t('payment_card_saved', {
    brand: brand === '' ? t('payment_card_any') : brandName(brand),
    last4,
  })
}

/** The part of a masked number that may be kept: its last four digits. Null when it has none. */
export function knownAs(brand: string, masked: string | undefined): SavedCard | null {
  const last4 = /\d{4}$/.exec(masked ?? '')?.[0]
  return last4 === undefined ? null : { brand, last4 }
}
