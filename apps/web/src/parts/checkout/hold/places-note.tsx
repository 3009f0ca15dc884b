import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactNode } from 'react'

import { useCount, useText } from '../../../i18n/texts.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface PlacesNoteProps {
  readonly order: Pick<TemporaryOrder, 'places' | 'main_product'>
  /** The words for an order whose form is still to be filled in, whose mail is on its way, or that waits for its payment. */
  readonly words: keyof typeof TOLD
}

/** Which orders the words are for. */
const TOLD = {
  hold_at_proof: 'at_proof',
  hold_after_mail: 'at_proof',
  hold_at_payment: 'at_payment',
} as const

/** Tells a visitor whose order has no places yet when it gets them. */
export function PlacesNote({ order, words }: PlacesNoteProps): ReactNode {
  const t = useText()
  const count = useCount()
  if (order.places !== TOLD[words]) return null
  return (
    <Notice kind="caution" title={t('hold_at_proof_title')}>
      <p>{count(words, order.main_product.quantity)}</p>
    </Notice>
  )
}
