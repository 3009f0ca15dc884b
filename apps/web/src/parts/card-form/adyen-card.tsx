import { useImperativeHandle } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-handle.ts'
import { HolderField, HOLDER_ID } from './holder-field.tsx'
import { useAdyenCard } from './use-adyen-card.ts'
import { useHolder } from './use-holder.ts'

interface AdyenCardProps extends Omit<CardProps<'adyen_credit'>, 'method'> {
  /** Yen, for what the component tells its maker's frames. */
  readonly amount: number
}

/** A card for Adyen: number, date and code in its component, the name in a field of ours. */
export function AdyenCard({ client, amount, ref }: AdyenCardProps): ReactElement {
  const t = useText()
  const holder = useHolder()
  const { place, read, ...state } = useAdyenCard(client, amount)
  useImperativeHandle(ref, () => ({
    collect: async () => {
      const isNamed = holder.check()
      const collected = read(holder.name)
      if (isNamed) return collected
      document.getElementById(HOLDER_ID)?.focus()
      return null
    },
  }))
  return (
    <CardFrame
      state={state}
      refusal={null}
      note={t('payment_card_private')}
      holder={<HolderField holder={holder} />}
    >
      <div ref={place} />
    </CardFrame>
  )
}
