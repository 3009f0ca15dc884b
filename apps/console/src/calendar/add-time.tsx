import { addTimeCall, type Calendar } from '@kippu/contract/console/calendar'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { wholeDayText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { ProductField } from './product-field'

interface AddTimeProps {
  readonly site: string
  readonly date: string
  readonly products: Calendar['products']
  readonly onClose: () => void
}

export function AddTimeDialog({ site, date, products, onClose }: AddTimeProps): ReactNode {
  const { say, pick, lang } = useLanguage()
  const sold = products.filter(({ sale_type: type }) => type === 'time')
  const [product, setProduct] = useState(sold[0]?.uuid ?? '')
  const [begins, setBegins] = useState('')
  const [ends, setEnds] = useState('')
  const [places, setPlaces] = useState('')
  const chosen = sold.find(({ uuid }) => uuid === product)
  const name = chosen === undefined ? '' : pick({ ja: chosen.name_ja, en: chosen.name_en })
  const acting = useAct(key =>
    callStaff(
      addTimeCall,
      { params: { site }, body: { product, date, starts_at: begins, ends_at: ends, units: Number(places) } },
      key,
    ),
  )
  const { data: done, error } = acting.acting
  const isPast = error instanceof StaffError && error.fields.some(({ field }) => field === 'starts_at')
  return (
    <Dialog title={`${say('addTimeTitle')}: ${wholeDayText(lang, date)}`} onClose={onClose}>
      {done === undefined ? (
        <ActForm act={acting} label={say('doAddTime')} isReady={product !== ''} onClose={onClose}>
          <ProductField products={sold} value={product} onValue={setProduct} />
          <div className="fields">
            <Field
              label={say('begins')}
              type="time"
              required
              fault={isPast ? say('timePassed') : undefined}
              value={begins}
              onChange={event => setBegins(event.target.value)}
            />
            <Field
              label={say('ends')}
              type="time"
              required
              value={ends}
              onChange={event => setEnds(event.target.value)}
            />
            <Field
              label={say('places')}
              type="number"
              inputMode="numeric"
              min={0}
              max={1_000_000}
              step={1}
              required
              value={places}
              onChange={event => setPlaces(event.target.value)}
            />
          </div>
          {begins === '' || ends === '' || places === '' ? null : (
            <p>
              <strong>
                {lang === 'ja'
                  ? `${wholeDayText(lang, date)} ${begins}–${ends}に、「${name}」の時間を定員${places}で追加します。料金はその日の料金です。`
                  : `Adds a time of ${name} on ${wholeDayText(lang, date)}, ${begins}–${ends}, with ${places} places, at the price of that day.`}
              </strong>
            </p>
          )}
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{say(done.is_stopped ? 'timeAddedStopped' : 'timeAdded')}</Ended>
      )}
    </Dialog>
  )
}
