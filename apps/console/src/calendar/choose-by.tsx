import type { Calendar } from '@kippu/contract/console/calendar'
import { type FormEvent, type ReactNode, useState } from 'react'

import { weekdayOf, weekdayText } from '../formats'
import { useLanguage } from '../language'
import { Field } from '../ui/field'
import type { SeenTime } from './chosen'
import { ProductField } from './product-field'

interface ChooseByProps {
  readonly products: Calendar['products']
  readonly times: readonly SeenTime[]
  /** Weekdays say nothing where it is one. */
  readonly isOneDay: boolean
  readonly onChosen: (ids: ReadonlySet<number>) => void
}

type State = 'any' | 'open' | 'stopped'

/** Chooses the times that fit, as they are shown now. */
export function ChooseBy({ products, times, isOneDay, onChosen }: ChooseByProps): ReactNode {
  const { say, lang } = useLanguage()
  const [product, setProduct] = useState('')
  const [weekdays, setWeekdays] = useState<readonly number[]>([])
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [state, setState] = useState<State>('any')
  const choose = (event: FormEvent): void => {
    event.preventDefault()
    const fitting = times.filter(
      time =>
        (product === '' || products[time.product]?.uuid === product) &&
        (weekdays.length === 0 || weekdays.includes(weekdayOf(time.date))) &&
        (from === '' || time.starts_at >= from) &&
        (to === '' || time.starts_at <= to) &&
        (state === 'any' || time.is_stopped === (state === 'stopped')),
    )
    onChosen(new Set(fitting.map(({ id }) => id)))
  }
  return (
    <details className="choose-by">
      <summary>{say('chooseBy')}</summary>
      <form className="stack" onSubmit={choose}>
        <div className="fields">
          <ProductField products={products} value={product} onValue={setProduct} withAll />
          <label className="field">
            {say('saleState')}
            <select
              value={state}
              onChange={({ target: { value } }) =>
                setState(value === 'open' || value === 'stopped' ? value : 'any')
              }
            >
              <option value="any">{say('anyState')}</option>
              <option value="open">{say('cellOpen')}</option>
              <option value="stopped">{say('cellStopped')}</option>
            </select>
          </label>
          <Field
            label={say('fromTime')}
            type="time"
            value={from}
            onChange={event => setFrom(event.target.value)}
          />
          <Field label={say('toTime')} type="time" value={to} onChange={event => setTo(event.target.value)} />
        </div>
        {isOneDay ? null : (
          <fieldset className="weekdays">
            <legend>{say('weekdays')}</legend>
            {[1, 2, 3, 4, 5, 6, 0].map(weekday => (
              <label key={weekday} className="check">
                <input
                  type="checkbox"
                  checked={weekdays.includes(weekday)}
                  onChange={event =>
                    setWeekdays(
                      event.target.checked ? [...weekdays, weekday] : weekdays.filter(one => one !== weekday),
                    )
                  }
                />
                {weekdayText(lang, weekday)}
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit">{say('chooseThese')}</button>
      </form>
    </details>
  )
}
