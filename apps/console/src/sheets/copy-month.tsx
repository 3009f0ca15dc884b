import { copyMonthCall } from '@kippu/contract/console/sheets'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ProductField } from '../calendar/product-field'
import { todayInJapan } from '../formats'
import { useLanguage } from '../language'
import { Field } from '../ui/field'
import { Fault, Loaded } from '../ui/said'
import { useNamedProducts } from './named-products'

interface CopyMonthProps {
  readonly site: string
  /** The month as a sheet, which is looked at as any other one. */
  readonly onFile: (file: File) => void
}

export function CopyMonth({ site, onFile }: CopyMonthProps): ReactNode {
  const { say } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{say('copyMonth')}</summary>
      {isOpen ? <Form {...{ site, onFile }} /> : null}
    </details>
  )
}

function Form({ site, onFile }: CopyMonthProps) {
  const { say } = useLanguage()
  const today = todayInJapan()
  const products = useNamedProducts(site)
  const [chosen, setChosen] = useState<string | null>(null)
  const [from, setFrom] = useState(today.slice(0, 7))
  const [to, setTo] = useState('')
  const copying = useMutation({
    mutationFn: (product: string) =>
      callStaff(copyMonthCall, { params: { site }, query: { product, from, to } }),
    onSuccess: ({ content }) => onFile(new File([content], 'month.json')),
  })
  const { error } = copying
  const isOutOfReach = error instanceof StaffError && error.fields.some(({ field }) => field === 'to')
  return (
    <Loaded query={products}>
      {({ products: all }) => {
        const product = chosen ?? all[0]?.uuid ?? ''
        const copy = (event: SyntheticEvent): void => {
          event.preventDefault()
          copying.mutate(product)
        }
        return (
          <form className="stack" onSubmit={copy}>
            <p>{say('copyMonthLead')}</p>
            <ProductField products={all} value={product} onValue={setChosen} />
            <div className="fields">
              <Field
                label={say('copyFrom')}
                type="month"
                required
                pattern="\d{4}-\d{2}"
                value={from}
                onChange={event => setFrom(event.target.value)}
              />
              <Field
                label={say('copyTo')}
                type="month"
                required
                pattern="\d{4}-\d{2}"
                value={to}
                fault={isOutOfReach ? say('copyOutOfReach') : undefined}
                onChange={event => setTo(event.target.value)}
              />
            </div>
            <p>
              <button type="submit" disabled={copying.isPending || product === ''}>
                {say('showChanges')}
              </button>
            </p>
            {error === null || isOutOfReach ? null : <Fault error={error} />}
            {copying.data === undefined || copying.data.kept === 0 ? null : (
              <p className="notice">
                {say('copyKept')}: {copying.data.kept}
              </p>
            )}
          </form>
        )
      }}
    </Loaded>
  )
}
