import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement, ReactNode } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import type { Translate } from '../../../i18n/texts.tsx'
import { distinctionOf, groupMethods } from '../methods/method-groups.ts'
import { MethodMark } from '../methods/method-mark.tsx'
import styles from './payment-form.module.css'

interface MethodListProps {
  readonly methods: readonly PaymentMethodRow[]
  readonly chosen: PaymentMethod | null
  readonly onChoose: (method: PaymentMethod) => void
  /** The content below the chosen method. */
  readonly children: ReactNode
}

/**
 * The methods as one set of radio buttons, cards and wallets in groups, so that a long list is easy to scan.
 */
export function MethodList({ methods, chosen, onChoose, children }: MethodListProps): ReactElement {
  const t = useText()
  const groups = groupMethods(methods)
  return (
    <fieldset className={styles.methods}>
      <legend className="visually-hidden">{t('payment_choose')}</legend>
      {groups.map(group => (
        <Group key={group.name} title={groups.length > 1 ? t(`payment_group_${group.name}`) : null}>
          {group.methods.map(method => {
            const isChosen = method.payment_method_type === chosen
            return (
              <Method
                key={method.payment_method_type}
                method={method}
                distinction={distinctionOf(method, methods)}
                isChosen={isChosen}
                onChoose={() => onChoose(method.payment_method_type)}
              >
                {isChosen && children}
              </Method>
            )
          })}
        </Group>
      ))}
    </fieldset>
  )
}

interface GroupProps {
  /** The title of the group, shown when there is another group beside it. */
  readonly title: string | null
  readonly children: ReactNode
}

function Group({ title, children }: GroupProps): ReactElement {
  if (title === null) return <div className={styles.group}>{children}</div>
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface MethodProps {
  readonly method: PaymentMethodRow
  /** The provider's name, where another method has the same name. */
  readonly distinction: string | null
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Method({ method, distinction, isChosen, onChoose, children }: MethodProps): ReactElement {
  const t = useText()
  const { payment_method_type: type, name } = method
  return (
    <div className={`${styles.method} ${isChosen ? styles.chosen : ''}`}>
      <label>
        <input type="radio" name="payment-method" value={type} checked={isChosen} onChange={onChoose} />
        <MethodMark mark={METHOD_KINDS[type].mark} />
        <span>
          <span className={styles.name}>{name}</span>
          {distinction !== null && <small className={styles.distinction}> {distinction}</small>}
          <Discount method={method} />
          <small>{noteOf(method, t)}</small>
        </span>
      </label>
      {isChosen && <div className={styles.details}>{children}</div>}
    </div>
  )
}

/** A line that says what the method requires of the visitor. */
function noteOf({ payment_method_type: type, name }: PaymentMethodRow, t: Translate): string {
  const { way, usesThreeDSecure } = METHOD_KINDS[type]
  switch (way) {
    case 'away':
      return t('payment_away_note', { name })
    case 'code':
      return t('payment_code_note')
    case 'd_account':
      return t('payment_d_account_note')
    case 'apple_pay':
      return t('payment_apple_note')
    case 'stripe_card':
    case 'gmo_card':
    case 'softbank_card':
    case 'softbank_3ds_card':
    case 'adyen_card':
      return t(usesThreeDSecure ? 'payment_secure_note' : 'payment_card_note')
    case 'nothing':
      return ''
  }
}

/** The method discount, beside the name of the method (S-4.01). */
function Discount({ method }: { readonly method: PaymentMethodRow }): ReactElement | null {
  const t = useText()
  const price = usePrice()
  const { discount_type: type, discount_amount: amount } = method
  if (type === null) return null
  return (
    <small className={styles.discount}>
      {type === 'percent'
        ? t('payment_method_discount_percent', { percent: amount })
        : t('payment_method_discount', { price: price(amount) })}
    </small>
  )
}
