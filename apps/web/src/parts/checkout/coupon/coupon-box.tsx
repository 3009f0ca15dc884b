import type { TemporaryOrder } from '@kippu/contract/orders'
import { useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'

import { Price, useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { PaidOrder } from '../../payable/payable.ts'
import styles from './coupon-box.module.css'
import { lastChangeDay } from '../order/last-change-day.ts'
import { useCoupons } from './use-coupons.ts'
import type { Coupons } from './use-coupons.ts'

interface CouponBoxProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly paid?: PaidOrder
}

/**
 * The coupons of an order, each with a button to remove it, and a field for another one behind a link, so that a
 * visitor without a code does not go looking for one.
 */
export function CouponBox({ order, token, paid = 'order' }: CouponBoxProps): ReactElement {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const { date } = useDates()
  const coupons = useCoupons(token, paid)
  const until = lastChangeDay(order)
  return (
    <section className={styles.box}>
      <h2 ref={heading} tabIndex={-1}>
        {t('coupon_title')}
      </h2>
      <output className="visually-hidden">{coupons.announcement}</output>
      {order.coupons.length > 0 && (
        <ul className={styles.applied}>
          {order.coupons.map(({ coupon_code: code, coupon_name: name, coupon_discount: discount }) => (
            <li key={code}>
              <Icon name="check" />
              <span>
                <span>{name}</span> <small translate="no">{code}</small>
              </span>
              <Price yen={-discount} />
              <Button
                look="quiet"
                busy={coupons.isBusy}
                aria-label={t('coupon_remove_named', { name })}
                onClick={() => coupons.remove({ code, name }, () => heading.current?.focus())}
              >
                {t('coupon_remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {until !== null && <p className={styles.until}>{t('confirm_change_until', { date: date(until) })}</p>}
      <CouponEntry coupons={coupons} heading={heading} />
    </section>
  )
}

interface CouponEntryProps {
  readonly coupons: Coupons
  /** Takes the focus when the field closes. */
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** The field, folded away at first; it keeps a refused code and says why, so that the visitor can correct it. */
function CouponEntry({ coupons, heading }: CouponEntryProps): ReactElement {
  const t = useText()
  const fold = useRef<HTMLDetailsElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = (): void => {
    setMissing(code.trim() === '')
    if (code.trim() === '' || coupons.isBusy) return
    const close = (): void => {
      setCode('')
      fold.current?.removeAttribute('open')
      heading.current?.focus()
    }
    coupons.add(code, close, () => {
      input.current?.focus()
      input.current?.select()
    })
  }
  const error = isMissing ? t('coupon_missing') : coupons.refusal
  return (
    <details ref={fold} className={styles.fold}>
      <summary>{t('coupon_open')}</summary>
      <form
        className={styles.entry}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          ref={input}
          label={t('coupon_code')}
          help={t('coupon_code_help')}
          error={error}
          value={code}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          onChange={event => {
            setCode(event.target.value)
            setMissing(false)
            if (coupons.refusal !== null) coupons.forgetRefusal()
          }}
        />
        <output className="visually-hidden">{error}</output>
        <Button type="submit" look="plain" busy={coupons.isBusy}>
          {t('coupon_apply')}
        </Button>
      </form>
    </details>
  )
}
