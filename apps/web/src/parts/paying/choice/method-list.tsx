import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import type { Translate } from '../../../i18n/texts.tsx'
import { dataWithoutForm } from '../data/payment-data.ts'
import { CardBrands } from '../methods/card-brands.tsx'
import { arrangeMethods, providerName } from '../methods/method-groups.ts'
import { MethodMark } from '../methods/method-mark.tsx'
import styles from './method-list.module.css'

interface MethodListProps {
  readonly methods: readonly PaymentMethodRow[]
  readonly chosen: PaymentMethod | null
  readonly onChoose: (method: PaymentMethod) => void
  /** A finger on a wallet that has no form here leads on with it; without this, it chooses. */
  readonly onWallet?: ((method: PaymentMethod) => void) | undefined
  /** The content below the chosen method. */
  readonly children: ReactNode
}

/**
 * The methods as one set of radio buttons: one of each wallet on tiles, then the card with its form, then the further
 * ways in a fold, which is open while one of them is chosen (decision 62).
 */
export function MethodList({ methods, chosen, onChoose, onWallet, children }: MethodListProps): ReactElement {
  const t = useText()
  const { wallets, card, more } = arrangeMethods(methods)
  const isAmong = (some: readonly PaymentMethodRow[]): boolean =>
    some.some(({ payment_method_type: type }) => type === chosen)
  const propsOf = (method: PaymentMethodRow): ChoiceProps => ({
    method,
    isChosen: method.payment_method_type === chosen,
    onChoose: () => onChoose(method.payment_method_type),
  })
  return (
    <fieldset className={styles.methods}>
      <legend className="visually-hidden">{t('payment_choose')}</legend>
      {wallets.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{t('payment_group_wallet')}</legend>
          <div className={styles.tiles}>
            {wallets.map(method => (
              <Tile
                key={method.payment_method_type}
                {...propsOf(method)}
                onFinger={isDirect(method) ? onWallet : undefined}
              />
            ))}
          </div>
          {onWallet !== undefined && <Direct wallets={wallets} />}
          {isAmong(wallets) && <div className={styles.details}>{children}</div>}
        </fieldset>
      )}
      {card !== null && (
        <Row {...propsOf(card)} aside={<CardBrands />}>
          {children}
        </Row>
      )}
      {more.length > 0 && (
        <More isChosen={isAmong(more)} count={more.length}>
          {more.map(method => (
            <Row
              key={method.payment_method_type}
              {...propsOf(method)}
              aside={<MethodMark mark={METHOD_KINDS[method.payment_method_type].mark} />}
              note={`${t('payment_by_provider', { provider: providerName(method) })} ${noteOf(method, t)}`}
            >
              {children}
            </Row>
          ))}
        </More>
      )}
    </fieldset>
  )
}

interface MoreProps {
  /** One of the further ways is chosen, perhaps on an earlier visit of the page. */
  readonly isChosen: boolean
  readonly count: number
  readonly children: ReactNode
}

/** The further ways: open from the beginning where one of them is chosen, and afterwards as the visitor leaves it. */
function More({ isChosen, count, children }: MoreProps): ReactElement {
  const t = useText()
  const [isOpen, setOpen] = useState(isChosen)
  return (
    <details className={styles.more} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {t('payment_more')} <span>{t('payment_more_count', { count })}</span>
      </summary>
      <div className={styles.group}>{children}</div>
    </details>
  )
}

/** The name of the radio buttons: all of them are one set. */
const GROUP = 'payment-method'

interface ChoiceProps {
  readonly method: PaymentMethodRow
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Whether there is nothing to fill in or to load for it. */
function isDirect({ payment_method_type: type }: PaymentMethodRow): boolean {
  return dataWithoutForm(type) !== null
}

/** Says beforehand that a finger on a wallet leads on (WCAG 3.2.2). */
function Direct({ wallets }: { readonly wallets: readonly PaymentMethodRow[] }): ReactElement | null {
  const t = useText()
  const names = wallets.filter(isDirect).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className={styles.direct}>
      {names.length === wallets.length
        ? t('payment_wallets_direct')
        : t('payment_some_wallets_direct', { names: names.join(' / ') })}
    </p>
  )
}

interface TileProps extends ChoiceProps {
  readonly onFinger?: ((method: PaymentMethod) => void) | undefined
}

/** Keys, a mouse and browsers that do not say what pressed have none. */
function isFinger(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch'
}

/** A wallet in sight: its mark and its name. Keys, which go through all of them, and a mouse only choose. */
function Tile({ method, isChosen, onChoose, onFinger }: TileProps): ReactElement {
  const { payment_method_type: type, name } = method
  return (
    <label className={styles.tile}>
      <input
        type="radio"
        name={GROUP}
        value={type}
        checked={isChosen}
        onChange={onChoose}
        onClick={({ nativeEvent }) => {
          if (isFinger(nativeEvent)) onFinger?.(type)
        }}
      />
      <MethodMark mark={METHOD_KINDS[type].mark} />
      <span>
        <span className={styles.name}>{name}</span>
        <Discount method={method} />
      </span>
    </label>
  )
}

interface RowProps extends ChoiceProps {
  /** Pictures at the end of the row. */
  readonly aside: ReactNode
  /** The words that tell a further way from its twin in sight. */
  readonly note?: string
  /** The content below the row while it is chosen. */
  readonly children: ReactNode
}

function Row({ method, isChosen, onChoose, aside, note, children }: RowProps): ReactElement {
  const { payment_method_type: type, name } = method
  return (
    <div className={`${styles.row} ${isChosen ? styles.chosen : ''}`}>
      <label>
        <input type="radio" name={GROUP} value={type} checked={isChosen} onChange={onChoose} />
        <span>
          <span className={styles.name}>{name}</span>
          <Discount method={method} />
          {note !== undefined && <small>{note}</small>}
        </span>
        {aside}
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

/** The method discount, beside the name of the method. */
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
