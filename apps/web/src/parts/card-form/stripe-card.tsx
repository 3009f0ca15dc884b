import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { foldWidth } from '@kippu/domain/form/normalise'
import { cardName, firstViolation, required } from '@kippu/domain/form/rules'
import { useImperativeHandle, useState } from 'react'
import type { ReactElement, Ref } from 'react'

import { useText, useTextOfKey } from '../../i18n/texts.tsx'
import type { SavedCard } from '../../session/pieces.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './stripe-card.module.css'
import { useCardElement } from './use-card-element.ts'

export interface CardHandle {
  /** The card as the provider knows it; null when something is wrong, which the part shows by itself. */
  readonly collect: () => Promise<SavedCard | null>
}

interface StripeCardProps {
  readonly client: PaymentMethodRow['client']
  readonly ref: Ref<CardHandle>
}

const HOLDER_ID = 'card-holder'

/** A card: number, date and code in the provider's frame, the name in a field of ours. */
export function StripeCard({ client, ref }: StripeCardProps): ReactElement {
  const t = useText()
  const holder = useHolder()
  const { place, status, retry, exchange } = useCardElement(client)
  const [refusal, setRefusal] = useState<string | null>(null)
  useImperativeHandle(ref, () => ({
    collect: async () => {
      setRefusal(null)
      if (!holder.check()) {
        document.getElementById(HOLDER_ID)?.focus()
        return null
      }
      const answer = await exchange(holder.name)
      if (answer?.kind === 'card') return answer.card
      setRefusal(answer?.message ?? t('payment_card_refused'))
      return null
    },
  }))
  return (
    <div className={styles.card}>
      {client.is_test && <p className={styles.test}>{t('payment_card_test')}</p>}
      <TextField
        id={HOLDER_ID}
        label={t('payment_card_name')}
        mark={t('common_required')}
        help={t('payment_card_name_help')}
        error={holder.error}
        autoComplete="cc-name"
        spellCheck={false}
        value={holder.name}
        onChange={event => holder.change(event.target.value)}
        onBlur={holder.fold}
        required
      />
      {status === 'failed' && (
        <Notice kind="error" title={t('payment_card_unreachable_title')}>
          <p>{t('payment_card_unreachable')}</p>
          <Button look="plain" className={styles.retry ?? ''} onClick={retry}>
            {t('common_retry')}
          </Button>
        </Notice>
      )}
      {status === 'loading' && <Skeleton lines={4} label={t('payment_card_loading')} />}
      <div ref={place} className={status === 'ready' ? '' : styles.hidden} />
      {refusal !== null && <Notice kind="error">{refusal}</Notice>}
      <p className={styles.note}>{t('payment_card_private')}</p>
    </div>
  )
}

/** The name on the card: 1 to 30 Latin letters and spaces; full-width ones are folded (D-27). */
function useHolder(): {
  readonly name: string
  readonly error: string | undefined
  readonly change: (name: string) => void
  readonly fold: () => void
  readonly check: () => boolean
} {
  const textOf = useTextOfKey()
  const [name, setName] = useState('')
  const [isTouched, setTouched] = useState(false)
  const violation = firstViolation(foldWidth(name).trim(), [required(), cardName()])
  return {
    name,
    error: isTouched && violation !== null ? textOf(violation.key, violation.params) : undefined,
    change: typed => {
      setName(typed)
      setTouched(true)
    },
    fold: () => setName(foldWidth(name).trim()),
    check: () => {
      setTouched(true)
      return violation === null
    },
  }
}
