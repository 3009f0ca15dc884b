import type { TimeChange } from '@kippu/contract/time-changes'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { Price, useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import styles from './change-lines.module.css'

/** The price of each line before and after, and what happens to coupons and the member discount. */
export function ChangeLines({ change }: { readonly change: TimeChange }): ReactElement {
  const t = useText()
  const { lines, credit, old, new: next } = change
  return (
    <section className={styles.part}>
      <table className={styles.lines}>
        <caption>{t('change_lines')}</caption>
        <thead>
          <tr>
            <td>{'\u00a0'}</td>
            <th scope="col">{t('change_before')}</th>
            <th scope="col">{t('change_after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <Line key={`${index} ${line.name}`} line={line} />
          ))}
          {credit > 0 && (
            <tr>
              <th scope="row">{t('change_credit')}</th>
              <td>
                <Price yen={credit} />
              </td>
              <td>{'\u00a0'}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('common_total')}</th>
            <td>
              <Price yen={old.price + credit} />
            </td>
            <td>
              <Price yen={next.price} />
            </td>
          </tr>
        </tfoot>
      </table>
      <Discounts change={change} />
    </section>
  )
}

function Line({ line }: { readonly line: TimeChange['lines'][number] }): ReactElement {
  const { name, quantity, old_price: before, new_price: after } = line
  return (
    <tr>
      <th scope="row">
        <span>{`${name} × ${quantity}`}</span>
        <SetTime line={line} />
      </th>
      <td>
        <Price yen={before} />
      </td>
      <td>
        <Price yen={after} />
      </td>
    </tr>
  )
}

/** When a set product was, and when it will be. */
function SetTime({ line: { old_from: from, new_from: to } }: { readonly line: TimeChange['lines'][number] }) {
  const { date } = useDates()
  if (from === null || to === null) return null
  const words = (iso: string): string => `${date(iso)} ${timeOf(iso)}`
  return <small>{`${words(from)} → ${words(to)}`}</small>
}

function Discounts({
  change: { coupons, membership },
}: {
  readonly change: TimeChange
}): ReactElement | null {
  const t = useText()
  const discounts = [
    ...coupons.map(({ coupon_name: name, ...amounts }) => ({ name, ...amounts })),
    ...(membership === null ? [] : [{ ...membership, name: membership.membership_promotion_name }]),
  ]
  if (discounts.length === 0) return null
  return (
    <>
      <table className={styles.lines}>
        <caption>{t('change_discounts')}</caption>
        <tbody>
          {discounts.map(({ name, old_discount: before, new_discount: after }, index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">{name}</th>
              <td>
                <Price yen={-before} />
              </td>
              <td>
                <Price yen={-after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.soft}>{t('change_discounts_note')}</p>
    </>
  )
}
