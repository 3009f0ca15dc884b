import type { PaymentWay } from '@kippu/domain/payment-method'
import { useImperativeHandle, useRef, useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import type { Collected } from '../data/payment-data.ts'
import { useScripts } from '../scripts/use-scripts.ts'
import type { TokenResult } from './ask-provider.ts'
import { CardFields } from './card-fields.tsx'
import type { CardFieldsHandle } from './card-fields.tsx'
import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-handle.ts'
import type { CardInput, NameRule } from './card-input.ts'

interface OwnPageCardProps extends Pick<CardProps<PaymentWay>, 'client' | 'buyer' | 'ref'> {
  readonly nameRule: NameRule
  /** Gives the card to the provider's script. Throws when the script does not answer. */
  readonly exchange: (card: CardInput) => Promise<TokenResult<Collected>>
}

/** A card in our own page whose digits the provider's script turns into a token: GMO and SB Payment Service. */
export function OwnPageCard({ client, buyer, nameRule, exchange, ref }: OwnPageCardProps): ReactElement {
  const t = useText()
  const state = useScripts(client, nothingToPrepare)
  const fields = useRef<CardFieldsHandle>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({
    collect: async () => {
      setRefusal(null)
      const card = state.status === 'ready' ? fields.current?.read() : null
      if (!card) return null
      const answer = await exchange(card).catch(() => null)
      if (answer?.kind === 'token') {
        fields.current?.empty()
        return answer.token
      }
      setRefusal(t(answer === null ? 'payment_card_busy' : 'payment_card_refused'))
      if (answer !== null && answer.field !== null) fields.current?.refuse(answer.field)
      return null
    },
  }))
  return (
    <CardFrame state={state} refusal={refusal} hasRoom>
      <CardFields ref={fields} nameRule={nameRule} buyer={buyer} />
    </CardFrame>
  )
}

/** The fields are ours; only the script has to load. */
function nothingToPrepare(): void {}
