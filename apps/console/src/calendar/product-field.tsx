import type { Calendar } from '@kippu/contract/console/calendar'
import type { ReactNode } from 'react'

import { useLanguage } from '../language'

interface ProductFieldProps {
  readonly products: Calendar['products']
  /** The UUID of a product; empty for all, where that may be chosen. */
  readonly value: string
  readonly onValue: (uuid: string) => void
  readonly withAll?: boolean
}

/** One of the products of a calendar, by its name. */
export function ProductField({ products, value, onValue, withAll = false }: ProductFieldProps): ReactNode {
  const { say, pick } = useLanguage()
  return (
    <label className="field">
      {say('product')}
      <select value={value} onChange={event => onValue(event.target.value)}>
        {withAll ? <option value="">{say('allProducts')}</option> : null}
        {products.map(({ uuid, name_ja: ja, name_en: en }) => (
          <option key={uuid} value={uuid}>
            {pick({ ja, en })}
          </option>
        ))}
      </select>
    </label>
  )
}
