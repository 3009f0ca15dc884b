import { type FormEvent, type ReactNode, useState } from 'react'

import { useLanguage } from '../language'
import { ActRow } from '../ui/act-row'
import { Field } from '../ui/field'
import { COUPON_WORDS } from './coupon-words'
import { type CouponTerms, MOST_CODES, newCodes, sheetOfCoupons } from './new-coupons'

export interface MadeCoupons {
  readonly sheet: File
  readonly count: number
  /** The words by which they are found later. */
  readonly found: string
  readonly terms: CouponTerms
}

interface MakeCouponsProps {
  readonly onMade: (made: MadeCoupons) => void
  readonly onClose: () => void
}

const TERMS: CouponTerms = {
  discount: 'fixed',
  amount: '',
  usageLimit: '1',
  startsOn: '',
  endsOn: '',
  nameJa: '',
  nameEn: '',
}

/** Asks for new coupons: one code for everybody, or many that are drawn here, each for one use. */
export function MakeCoupons({ onMade, onClose }: MakeCouponsProps): ReactNode {
  const { pick } = useLanguage()
  const [isMany, setMany] = useState(true)
  const [beginning, setBeginning] = useState('')
  const [count, setCount] = useState('100')
  const [terms, setTerms] = useState(TERMS)
  const put = (more: Partial<CouponTerms>) => setTerms({ ...terms, ...more })
  const turn = (next: boolean): void => {
    setMany(next)
    put({ usageLimit: next ? '1' : '' })
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const codes = isMany
      ? newCodes(beginning, Number(count), bytes => crypto.getRandomValues(new Uint8Array(bytes)))
      : [beginning]
    onMade({ sheet: sheetOfCoupons(codes, terms), count: codes.length, found: beginning, terms })
  }
  const text = (name: keyof CouponTerms) => ({
    value: terms[name],
    onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
      put({ [name]: value }),
  })
  return (
    <form className="stack" onSubmit={send}>
      {([true, false] as const).map(many => (
        <label key={String(many)} className="check">
          <input type="radio" name="many" checked={isMany === many} onChange={() => turn(many)} />
          {pick(many ? COUPON_WORDS.many : COUPON_WORDS.one)}
        </label>
      ))}
      {isMany ? (
        <Field
          label={pick(COUPON_WORDS.count)}
          type="number"
          min={1}
          max={MOST_CODES}
          required
          value={count}
          onChange={event => setCount(event.target.value)}
        />
      ) : null}
      <Field
        label={pick(isMany ? COUPON_WORDS.beginning : COUPON_WORDS.code)}
        hint={pick(isMany ? COUPON_WORDS.beginningHint : COUPON_WORDS.codeHint)}
        required
        maxLength={40}
        {...(isMany && { pattern: '[A-Z0-9]{2,20}' })}
        autoComplete="off"
        value={beginning}
        onChange={event => setBeginning(event.target.value)}
      />
      <label className="field">
        {pick(COUPON_WORDS.by)}
        <select
          value={terms.discount}
          onChange={event => put({ discount: event.target.value === 'percent' ? 'percent' : 'fixed' })}
        >
          <option value="fixed">{pick(COUPON_WORDS.fixed)}</option>
          <option value="percent">{pick(COUPON_WORDS.percent)}</option>
        </select>
      </label>
      <Field
        label={pick(COUPON_WORDS.amount)}
        type="number"
        min={1}
        max={terms.discount === 'percent' ? 100 : 1_000_000}
        required
        {...text('amount')}
      />
      <Field label={pick(COUPON_WORDS.usageLimit)} type="number" min={1} {...text('usageLimit')} />
      <Field label={pick(COUPON_WORDS.startsOn)} type="date" {...text('startsOn')} />
      <Field label={pick(COUPON_WORDS.endsOn)} type="date" {...text('endsOn')} />
      <Field label={pick(COUPON_WORDS.nameJa)} required maxLength={100} {...text('nameJa')} />
      <Field label={pick(COUPON_WORDS.nameEn)} required maxLength={100} {...text('nameEn')} />
      <ActRow act={pick(COUPON_WORDS.look)} onClose={onClose} />
    </form>
  )
}
