import { type ReactNode, useState } from 'react'

import { StaffError } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { OFFER_WORDS } from './offer-words'

export interface OfferItem {
  readonly id: string
  readonly name: string
  readonly isOffered: boolean
  /** It cannot be switched off. */
  readonly isFixed: boolean
  readonly hasAccount: boolean
  readonly hasDiscount: boolean
  /** The visitors that it would touch at this moment. */
  readonly touched:
    | { readonly kind: 'methods'; readonly paying: number }
    | { readonly kind: 'languages'; readonly orders: number; readonly visits: number }
}

interface OfferDialogProps {
  readonly title: string
  readonly items: readonly OfferItem[]
  readonly put: (
    asked: { readonly before: readonly string[]; readonly after: readonly string[]; readonly reason: string },
    key: string,
  ) => Promise<unknown>
  readonly onClose: () => void
}

/** Switches things on and off and puts them in order, and says first whom that touches. */
export function OfferDialog({ title, items: shown, put, onClose }: OfferDialogProps): ReactNode {
  const { pick } = useLanguage()
  // As it was when it was opened.
  const [items] = useState(shown)
  const [order, setOrder] = useState(() => items.map(({ id }) => id))
  const [reason, setReason] = useState('')
  const before = items.flatMap(({ id, isOffered }) => (isOffered ? [id] : []))
  const [off, setOff] = useState<readonly string[]>(() => order.filter(id => !before.includes(id)))
  const after = order.filter(id => !off.includes(id))
  const act = useAct(async key => {
    await put({ before, after, reason }, key)
    return true
  })
  const { data: done, error } = act.acting
  if (done !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Ended onClose={onClose}>{pick(OFFER_WORDS.done)}</Ended>
      </Dialog>
    )
  const isOther = after.join() !== before.join()
  const inOrder = order.flatMap(id => items.filter(item => item.id === id))
  const move = (place: number, by: -1 | 1): void => {
    const [moved = '', other = ''] = [order[place], order[place + by]]
    setOrder(order.with(place, other).with(place + by, moved))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <ActForm
        act={act}
        label={pick(OFFER_WORDS.save)}
        isReady={isOther && reason.trim() !== ''}
        onClose={onClose}
      >
        <p className="hint">{pick(OFFER_WORDS.order)}</p>
        <ol className="rows offers">
          {inOrder.map((item, place) => (
            <Item
              key={item.id}
              item={item}
              isOn={!off.includes(item.id)}
              isFirst={place === 0}
              isLast={place === inOrder.length - 1}
              onTurn={() =>
                setOff(off.includes(item.id) ? off.filter(id => id !== item.id) : [...off, item.id])
              }
              onMove={by => move(place, by)}
            />
          ))}
        </ol>
        <Consequences items={items} before={before} after={after} />
        <Faults error={error} items={items} />
        <ReasonField value={reason} onChange={setReason} />
      </ActForm>
    </Dialog>
  )
}

interface ItemProps {
  readonly item: OfferItem
  readonly isOn: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onTurn: () => void
  readonly onMove: (by: -1 | 1) => void
}

function Item({ item, isOn, isFirst, isLast, onTurn, onMove }: ItemProps) {
  const { pick } = useLanguage()
  const { name, isFixed, hasAccount } = item
  return (
    <li>
      <label className="check">
        <input type="checkbox" checked={isOn} disabled={isFixed} onChange={onTurn} />
        {name}
      </label>
      <span className="quiet">
        {[
          ...(isFixed ? [pick(OFFER_WORDS.isDefault)] : []),
          ...(hasAccount ? [] : [pick(OFFER_WORDS.noAccount)]),
          ...useTouched(item),
        ].join(' · ')}
      </span>
      <span className="row">
        <button
          type="button"
          aria-label={`${name}: ${pick(OFFER_WORDS.up)}`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          aria-label={`${name}: ${pick(OFFER_WORDS.down)}`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          ↓
        </button>
      </span>
    </li>
  )
}

/** How many it would touch, where there is somebody. */
function useTouched({ touched }: OfferItem): readonly string[] {
  const { pick } = useLanguage()
  const counts =
    touched.kind === 'methods'
      ? ([['payingNow', touched.paying]] as const)
      : ([
          ['ordersNow', touched.orders],
          ['visitsToCome', touched.visits],
        ] as const)
  return counts.flatMap(([word, count]) => (count === 0 ? [] : [`${pick(OFFER_WORDS[word])}: ${count}`]))
}

interface ConsequencesProps {
  readonly items: readonly OfferItem[]
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The consequences in sentences, before it is done. */
function Consequences({ items, before, after }: ConsequencesProps) {
  const { pick } = useLanguage()
  const stopped = items.filter(({ id }) => before.includes(id) && !after.includes(id))
  const started = items.filter(({ id }) => after.includes(id) && !before.includes(id))
  const nameOf = (id: string): string => items.find(item => item.id === id)?.name ?? id
  if (before.join() === after.join()) return <p className="quiet">{pick(OFFER_WORDS.nothing)}</p>
  return (
    <div className="notice stack" aria-live="polite">
      {stopped.map(item => (
        <Stopped key={item.id} item={item} />
      ))}
      {started.map(({ id, name }) => (
        <p key={id}>
          {pick(OFFER_WORDS.willStart)} <strong>{name}</strong>
        </p>
      ))}
      {stopped.length + started.length > 0 ? null : (
        <p>
          {pick(OFFER_WORDS.willOrder)} <strong>{after.map(id => nameOf(id)).join(', ')}</strong>
        </p>
      )}
    </div>
  )
}

function Stopped({ item }: { readonly item: OfferItem }) {
  const { pick } = useLanguage()
  const touched = useTouched(item)
  const { name, hasDiscount } = item
  return (
    <p>
      {pick(item.touched.kind === 'methods' ? OFFER_WORDS.willStop : OFFER_WORDS.willHide)}{' '}
      <strong>{name}</strong>.{' '}
      {item.touched.kind === 'languages'
        ? `${touched.join(', ')}${touched.length === 0 ? '' : '. '}${pick(OFFER_WORDS.mailsStay)}`
        : `${item.touched.paying === 0 ? '' : `${item.touched.paying} ${pick(OFFER_WORDS.payToEnd)} `}${pick(OFFER_WORDS.refundsGo)}`}
      {hasDiscount ? ` ${pick(OFFER_WORDS.discountEnds)}` : ''}
    </p>
  )
}

function Faults({ error, items }: { readonly error: unknown; readonly items: readonly OfferItem[] }) {
  const { pick } = useLanguage()
  if (!(error instanceof StaffError)) return null
  const nameOf = (id: string): string => items.find(item => item.id === id)?.name ?? id
  return (
    <>
      {error.conflicts.map(({ by, theirs }) => (
        <p key={by} className="notice notice-bad" role="alert">
          {pick(OFFER_WORDS.changedBy)}{' '}
          {Array.isArray(theirs) ? theirs.map(id => nameOf(String(id))).join(', ') : ''} ({by})
        </p>
      ))}
      {error.fields.map(({ rule }) => (
        <p key={rule} className="notice notice-bad" role="alert">
          {ruleText(rule, pick)}
        </p>
      ))}
    </>
  )
}

function ruleText(rule: string, pick: ReturnType<typeof useLanguage>['pick']): string {
  switch (rule) {
    case 'none left':
    case 'not listed':
    case 'twice':
    case 'its default is missing':
      return pick(OFFER_WORDS[rule])
    default:
      return rule
  }
}
