import type { ReactElement } from 'react'

import type { Payable } from '../../payable/payable.ts'
import type { CardProps } from './card-handle.ts'
import { OwnPageCard } from './own-page-card.tsx'
import { exchangePayer, exchangeWithSoftbank } from './softbank-token.ts'

/** A card for SB Payment Service without 3-D Secure. */
export function SoftbankCard({ method, client, buyer, ref }: CardProps<'softbank_card'>): ReactElement {
  return (
    <OwnPageCard
      ref={ref}
      client={client}
      buyer={buyer}
      nameRule="letters"
      exchange={async input => {
        const answer = await exchangeWithSoftbank(client.config, input)
        if (answer.kind === 'refused') return answer
        const { token, tokenKey, card } = answer.token
        const paymentData = { payment_method_type: method, token, token_key: tokenKey }
        return { kind: 'token', token: { paymentData, card } }
      }}
    />
  )
}

interface SoftbankSecureCardProps extends CardProps<'softbank_3ds_card'> {
  readonly payable: Payable
}

/** A card for SB Payment Service with 3-D Secure, which also gets the payer. */
export function SoftbankSecureCard({
  method,
  client,
  buyer,
  payable,
  ref,
}: SoftbankSecureCardProps): ReactElement {
  return (
    <OwnPageCard
      ref={ref}
      client={client}
      buyer={buyer}
      nameRule="first_and_last"
      exchange={async input => {
        const payer = { ...payable.payer, name: input.name }
        const cardAnswer = await exchangeWithSoftbank(client.config, input)
        if (cardAnswer.kind === 'refused') return cardAnswer
        const payerAnswer = await exchangePayer(client.config, payer)
        if (payerAnswer.kind === 'refused') return payerAnswer
        const { token, tokenKey, card } = cardAnswer.token
        const paymentData = {
          payment_method_type: method,
          token,
          token_key: tokenKey,
          tds2_info_token: payerAnswer.token.token,
          tds2_info_token_key: payerAnswer.token.tokenKey,
        }
        return { kind: 'token', token: { paymentData, card } }
      }}
    />
  )
}
