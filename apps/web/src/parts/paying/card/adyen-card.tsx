import { useImperativeHandle } from 'react'
import type { ReactElement } from 'react'

import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-handle.ts'
import { HolderField, HOLDER_ID } from './holder-field.tsx'
import { useAdyenCard } from './use-adyen-card.ts'
import { useHolder } from './use-holder.ts'

interface AdyenCardProps extends Omit<CardProps<'adyen_card'>, 'method'> {
  /** Yen: the component passes the amount on to its frames. */
  readonly amount: number
}

/** A card for Adyen: number, date and code in its component, the name in a field of ours. */
export function AdyenCard({ client, amount, buyer, ref }: AdyenCardProps): ReactElement {
  const holder = useHolder(buyer)
  const { place, read, ...state } = useAdyenCard(client, amount)
  useImperativeHandle(ref, () => ({
    collect: async () => {
      if (holder.check()) return read(holder.name)
      // The name is checked first. The component shows no messages before that: it would take the focus with them.
      document.getElementById(HOLDER_ID)?.focus()
      return null
    },
  }))
  return (
    <CardFrame state={state} refusal={null} holder={<HolderField holder={holder} />}>
      <div ref={place} />
    </CardFrame>
  )
}
