import { lazy, Suspense, useState } from 'react'
import type { ReactElement } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import styles from './ticket-picker.module.css'

const Dialog = lazy(async () => ({ default: (await import('../../../ui/dialog.tsx')).Dialog }))

/** A kind of ticket, or an extra, that can be chosen. */
export interface TicketKind {
  readonly optionValueId: number
  readonly name: string
  /** Price of one, in yen. */
  readonly price: number
  /** The visitor must acknowledge it before the first one is counted. */
  readonly caution: string | null
  /** The kind that it is sold with; null where it is sold by itself. */
  readonly onlyWith: number | null
}

interface TicketPickerProps {
  /** Title of the group, where there are other groups beside it. */
  readonly title?: string
  readonly kinds: readonly TicketKind[]
  /** Chosen so far, by `optionValueId`. */
  readonly counts: Readonly<Record<string, number>>
  /** The largest number of a kind that can be chosen now. */
  readonly maxOf: (kind: TicketKind) => number
  /** The price depends on the day: before a day is chosen it is the lowest. */
  readonly isFromPrice: boolean
  readonly onChange: (optionValueId: number, count: number) => void
  /** A remark under the kinds. */
  readonly note?: string
  /** The first kind is what most parties are made of: usual numbers of it take one press. */
  readonly hasSizes?: boolean
}

/** The usual numbers of a party; one is a press of the button for one more. */
const SIZES = [2, 3, 4]

interface Asking {
  readonly kind: TicketKind
  readonly count: number
}

/** The numbers of tickets of each kind. */
export function TicketPicker({
  title,
  kinds,
  counts,
  maxOf,
  isFromPrice,
  onChange,
  note,
  hasSizes = false,
}: TicketPickerProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const [accepted, setAccepted] = useState<readonly number[]>([])
  const [asking, setAsking] = useState<Asking | null>(null)
  const countOf = (kind: TicketKind): number => counts[kind.optionValueId] ?? 0
  const holderOf = ({ onlyWith }: TicketKind): TicketKind | undefined =>
    kinds.find(({ optionValueId }) => optionValueId === onlyWith)

  const change = (kind: TicketKind, count: number): void => {
    const mustAsk = kind.caution !== null && countOf(kind) === 0 && !accepted.includes(kind.optionValueId)
    if (mustAsk) setAsking({ kind, count })
    else onChange(kind.optionValueId, count)
  }
  const accept = ({ kind, count }: Asking): void => {
    setAccepted([...accepted, kind.optionValueId])
    setAsking(null)
    onChange(kind.optionValueId, count)
  }

  return (
    <div>
      {title !== undefined && <h3 className={styles.title}>{title}</h3>}
      <ul className={styles.kinds}>
        {kinds.map((kind, index) => (
          <li key={kind.optionValueId}>
            <div>
              <p className={styles.name}>{kind.name}</p>
              <p className={styles.price}>
                {kind.price === 0
                  ? t('order_free')
                  : isFromPrice
                    ? t('order_price_from', { price: price(kind.price) })
                    : price(kind.price)}
              </p>
              <Holder kind={holderOf(kind)} />
            </div>
            <Stepper
              value={countOf(kind)}
              max={maxOf(kind)}
              onChange={count => change(kind, count)}
              label={kind.name}
              fewerLabel={t('order_fewer', { name: kind.name })}
              moreLabel={t('order_more', { name: kind.name })}
            />
            {hasSizes && index === 0 && (
              <Sizes
                name={kind.name}
                value={countOf(kind)}
                max={maxOf(kind)}
                onChoose={count => change(kind, count)}
              />
            )}
          </li>
        ))}
      </ul>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {asking !== null && (
        <Suspense>
          <Dialog
            title={t('order_caution_title', { name: asking.kind.name })}
            ok={t('order_caution_accept')}
            onOk={() => accept(asking)}
            cancel={{ label: t('common_cancel'), onCancel: () => setAsking(null) }}
          >
            <p>{asking.kind.caution}</p>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

/** The kind that another one is sold with. */
function Holder({ kind }: { readonly kind: TicketKind | undefined }): ReactElement | null {
  const t = useText()
  return kind === undefined ? null : (
    <p className={styles.price}>{t('order_companion_note', { name: kind.name })}</p>
  )
}

interface SizesProps {
  readonly name: string
  readonly value: number
  readonly max: number
  readonly onChoose: (count: number) => void
}

/** A number at one press, instead of one press for each. */
function Sizes({ name, value, max, onChoose }: SizesProps): ReactElement {
  const countOf = useCount()
  return (
    <p className={styles.sizes}>
      {SIZES.filter(size => size <= max).map(size => {
        const words = countOf('common_tickets', size)
        return (
          <button
            key={size}
            type="button"
            aria-label={`${name} ${words}`}
            aria-pressed={size === value}
            onClick={() => onChoose(size)}
          >
            {words}
          </button>
        )
      })}
    </p>
  )
}
