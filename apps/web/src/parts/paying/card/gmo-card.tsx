import type { ReactElement } from 'react'

import type { CardProps } from './card-handle.ts'
import { exchangeWithGmo } from './gmo-token.ts'
import { OwnPageCard } from './own-page-card.tsx'

/** A card for GMO. */
export function GmoCard({ method, client, buyer, ref }: CardProps<'gmo_card'>): ReactElement {
  return (
    <OwnPageCard
      ref={ref}
      client={client}
      buyer={buyer}
      nameRule="letters"
      exchange={async input => {
        const answer = await exchangeWithGmo(client.config, input)
        if (answer.kind === 'refused') return answer
        const { token, card } = answer.token
        return { kind: 'token', token: { paymentData: { payment_method_type: method, token }, card } }
      }}
    />
  )
}
