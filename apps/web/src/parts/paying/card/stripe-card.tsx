import { useImperativeHandle, useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-handle.ts'
import { HolderField, HOLDER_ID } from './holder-field.tsx'
import { useHolder } from './use-holder.ts'
import { useStripeCard } from './use-stripe-card.ts'

/** A card for Stripe: number, date and code in the provider's frame, the name in a field of ours. */
export function StripeCard({ method, client, buyer, ref }: CardProps<'stripe_card'>): ReactElement {
  const t = useText()
  const holder = useHolder(buyer)
  const { place, exchange, ...state } = useStripeCard(client)
  const [refusal, setRefusal] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({
    collect: async () => {
      setRefusal(null)
      if (!holder.check()) {
        document.getElementById(HOLDER_ID)?.focus()
        return null
      }
      const answer = await exchange(holder.name)
      if (answer?.kind === 'card')
        return {
          paymentData: { payment_method_type: method, payment_method: answer.id },
          card: answer.card,
        }
      setRefusal(answer?.message ?? t('payment_card_refused'))
      return null
    },
  }))
  return (
    <CardFrame state={state} refusal={refusal} holder={<HolderField holder={holder} />}>
      <div ref={place} />
    </CardFrame>
  )
}
