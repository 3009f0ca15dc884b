import { useImperativeHandle, useRef } from 'react'
import type { ReactElement, Ref } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { CardField } from './card-field.tsx'
import type { CardFieldHandle } from './card-field.tsx'
import styles from './card-fields.module.css'
import { CARD_FIELDS, cardInputOf } from './card-input.ts'
import type { CardFieldName, CardInput, NameRule } from './card-input.ts'

export interface CardFieldsHandle {
  /**
   * The card for the provider's script; null when a field is invalid, which then shows its error and gets the focus.
   */
  readonly read: () => CardInput | null
  /** Shows that the provider refused a field. */
  readonly refuse: (field: CardFieldName) => void
  readonly empty: () => void
}

interface CardFieldsProps {
  readonly nameRule: NameRule
  /** The buyer's name, which stands in the field of the holder. */
  readonly buyer: string
  readonly ref: Ref<CardFieldsHandle>
}

/**
 * A card in fields of our own page, for providers whose script reads the digits from there. The digits are only in the
 * inputs: no state of React, no session, no log ever holds them.
 */
export function CardFields({ nameRule, buyer, ref }: CardFieldsProps): ReactElement {
  const t = useText()
  const fields = useRef(new Map<CardFieldName, CardFieldHandle>())
  const typed = (field: CardFieldName): string => fields.current.get(field)?.typed() ?? ''
  useImperativeHandle(ref, () => ({
    read: () => {
      const wrong = CARD_FIELDS.filter(field => fields.current.get(field)?.check() === false)
      if (wrong[0] !== undefined) {
        fields.current.get(wrong[0])?.focus()
        return null
      }
      return cardInputOf({
        number: typed('number'),
        expiry: typed('expiry'),
        code: typed('code'),
        name: typed('name'),
      })
    },
    refuse: field => {
      fields.current.get(field)?.refuse()
      fields.current.get(field)?.focus()
    },
    empty: () => {
      for (const field of fields.current.values()) field.empty()
    },
  }))
  const propsOf = (field: CardFieldName) => ({
    field,
    nameRule,
    ref: (handle: CardFieldHandle | null) => {
      if (handle !== null) fields.current.set(field, handle)
      return () => {
        fields.current.delete(field)
      }
    },
  })
  const nameHelp = nameRule === 'letters' ? 'payment_card_name_help' : 'payment_card_full_name_help'
  return (
    <div className={styles.fields}>
      <CardField {...propsOf('number')} label={t('payment_card_number')} />
      <div className={styles.pair}>
        <CardField
          {...propsOf('expiry')}
          label={t('payment_card_expiry')}
          help={t('payment_card_expiry_help')}
        />
        <CardField {...propsOf('code')} label={t('payment_card_code')} help={t('payment_card_code_help')} />
      </div>
      <CardField {...propsOf('name')} given={buyer} label={t('payment_card_name')} help={t(nameHelp)} />
    </div>
  )
}
