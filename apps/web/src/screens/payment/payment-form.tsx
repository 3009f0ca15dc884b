import type { TemporaryOrder } from '@kippu/contract/orders'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { cardLabel } from '../../parts/card-form/card-label.ts'
import { StripeCard } from '../../parts/card-form/stripe-card.tsx'
import type { CardHandle } from '../../parts/card-form/stripe-card.tsx'
import { useMethodPrice } from '../../parts/payment-methods/method-price.ts'
import type { SavedCard, SavedPayment } from '../../session/pieces.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './payment-form.module.css'

interface PaymentFormProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly methods: readonly PaymentMethodRow[]
  readonly saved: SavedPayment | null
  readonly onChosen: (payment: SavedPayment) => void
}

/** The methods as radio buttons; what the chosen one needs unfolds below it. */
export function PaymentForm({ order, token, methods, saved, onChosen }: PaymentFormProps): ReactElement {
  const t = useText()
  const [chosen, setChosen] = useState(() => initialMethod(methods, saved))
  const [card, setCard] = useState(saved?.card ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const cardForm = useRef<CardHandle>(null)
  const next = async (): Promise<void> => {
    const row = methods.find(method => method.payment_method_type === chosen)
    if (row === undefined) return setProblem(t('payment_missing'))
    setBusy(true)
    const paid = card ?? (await cardForm.current?.collect()) ?? null
    setBusy(false)
    if (paid !== null) onChosen({ paymentMethodType: row.payment_method_type, card: paid })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy) void next()
      }}
    >
      <fieldset className={styles.methods}>
        <legend className="visually-hidden">{t('payment_choose')}</legend>
        {methods.map(method => (
          <Method
            key={method.payment_method_type}
            method={method}
            isChosen={method.payment_method_type === chosen}
            card={card}
            cardForm={cardForm}
            onChoose={() => {
              setChosen(method.payment_method_type)
              setProblem(null)
            }}
            onOtherCard={() => setCard(null)}
          />
        ))}
      </fieldset>
      <DiscountedPrice order={order} token={token} method={chosen} />
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <Button type="submit" wide busy={isBusy}>
        {t('payment_next')}
      </Button>
    </form>
  )
}

interface MethodProps {
  readonly method: PaymentMethodRow
  readonly isChosen: boolean
  readonly card: SavedCard | null
  readonly cardForm: RefObject<CardHandle | null>
  readonly onChoose: () => void
  readonly onOtherCard: () => void
}

function Method({ method, isChosen, card, cardForm, ...on }: MethodProps): ReactElement {
  const t = useText()
  const { payment_method_type: type, name, client } = method
  return (
    <div className={`${styles.method} ${isChosen ? styles.chosen : ''}`}>
      <label>
        <input type="radio" name="payment-method" value={type} checked={isChosen} onChange={on.onChoose} />
        <Icon name="card" />
        <span>
          {name}
          <Discount method={method} />
          {type === 'stripe_secure' && <small>{t('payment_secure_note')}</small>}
        </span>
      </label>
      {isChosen && (
        <div className={styles.details}>
          {card === null ? (
            <StripeCard client={client} ref={cardForm} />
          ) : (
            <p className={styles.saved}>
              {cardLabel(card, t)}
              <Button look="quiet" onClick={on.onOtherCard}>
                {t('payment_card_other')}
              </Button>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** What a method takes off, said beside its name (S-4.01). */
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

interface DiscountedPriceProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly method: PaymentMethod | null
}

/** What is charged by the chosen method, when that is less than the total. */
function DiscountedPrice(props: DiscountedPriceProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const { price: charged, discount } = useMethodPrice(props)
  return (
    <output className={styles.charged}>
      {discount > 0 && charged !== undefined && t('payment_method_price', { price: price(charged) })}
    </output>
  )
}

/** The method chosen before, or the only one there is. */
function initialMethod(
  methods: readonly PaymentMethodRow[],
  saved: SavedPayment | null,
): PaymentMethod | null {
  const types = methods.map(method => method.payment_method_type)
  const before = types.find(type => type === saved?.paymentMethodType)
  return before ?? (types.length === 1 ? types[0] : undefined) ?? null
}
