import { type CouponShown, listCouponsCall } from '@kippu/contract/console/coupons'
import { listSheets } from '@kippu/contract/console/sheets'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { callStaff } from '../api'
import { COUPON_WORDS } from '../coupons/coupon-words'
import { HandOut } from '../coupons/hand-out'
import { type MadeCoupons, MakeCoupons } from '../coupons/make-coupons'
import { sheetOfState } from '../coupons/new-coupons'
import { SheetChange } from '../coupons/sheet-change'
import { dayText, todayInJapan, yenText } from '../formats'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import type { Lang } from '../words'

interface CouponsProps {
  readonly me: Me
  readonly site: string
}

type Open =
  | { readonly kind: 'make' }
  | { readonly kind: 'sheet'; readonly made: MadeCoupons; readonly sheet: File }
  | { readonly kind: 'turn'; readonly coupon: CouponShown; readonly sheet: File }
  | null

/** The coupons of a site with their uses. */
export function CouponsScreen({ me, site }: CouponsProps): ReactNode {
  const { say, pick } = useLanguage()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const [isDone, setDone] = useState(false)
  const asked = useDeferredValue(typed.trim())
  const coupons = useQuery({
    queryKey: ['coupons', site, asked],
    queryFn: () => callStaff(listCouponsCall, { params: { site }, query: { typed: asked } }),
    placeholderData: before => before,
  })
  const sheets = useQuery({
    queryKey: ['sheets', site],
    queryFn: () => callStaff(listSheets, { params: { site } }),
    staleTime: Infinity,
  })
  const begin = (next: Open): void => {
    setDone(false)
    setOpen(next)
  }
  const close = () => setOpen(null)
  const done = (found?: string): void => {
    setOpen(null)
    setDone(true)
    if (found !== undefined) setTyped(found)
    void client.invalidateQueries({ queryKey: ['coupons', site] })
  }
  const ordersAt = mayDo(me, 'orders:read') ? site : null
  return (
    <ScreenOf title={say('coupons')} lead={pick(COUPON_WORDS.lead)}>
      <search className="search">
        <Field
          label={pick(COUPON_WORDS.search)}
          type="search"
          value={typed}
          maxLength={100}
          onChange={event => setTyped(event.target.value)}
        />
      </search>
      <p className="row">
        <button type="button" className="primary" onClick={() => begin({ kind: 'make' })}>
          {pick(COUPON_WORDS.make)}
        </button>
      </p>
      {isDone ? (
        <p className="notice">
          <output>{pick(COUPON_WORDS.made)}</output>
        </p>
      ) : null}
      <Loaded query={coupons}>
        {data => (
          <>
            <output className="quiet">
              {data.found === 0
                ? pick(COUPON_WORDS.none)
                : `${data.found.toLocaleString('en')} ${pick(COUPON_WORDS.found)}`}
              {data.found > data.coupons.length ? ` · ${pick(COUPON_WORDS.first)}` : ''}
            </output>
            {data.found === 0 ? null : (
              <>
                <HandOut site={site} typed={asked} readers={data.readers} />
                <List
                  coupons={data.coupons}
                  onTurn={coupon =>
                    begin({ kind: 'turn', coupon, sheet: sheetOfState(coupon.code, !coupon.is_active) })
                  }
                />
              </>
            )}
          </>
        )}
      </Loaded>
      {open?.kind === 'make' ? (
        <Dialog title={pick(COUPON_WORDS.make)} onClose={close}>
          <MakeCoupons onMade={made => begin({ kind: 'sheet', made, sheet: made.sheet })} onClose={close} />
        </Dialog>
      ) : null}
      {open?.kind === 'sheet' || open?.kind === 'turn' ? (
        <Dialog title={titleOf(open, pick)} onClose={close}>
          <Loaded query={sheets}>
            {({ sheets: kinds }) => (
              <SheetChange
                {...{ site, kinds, ordersAt }}
                sheet={open.sheet}
                said={{
                  label: actOf(open, pick),
                  lead: open.kind === 'turn' ? <Consequence coupon={open.coupon} /> : <Made {...open.made} />,
                }}
                onDone={() => done(open.kind === 'sheet' ? open.made.found : undefined)}
                onClose={close}
              />
            )}
          </Loaded>
        </Dialog>
      ) : null}
    </ScreenOf>
  )
}

type Pick = ReturnType<typeof useLanguage>['pick']

type OpenSheet = Exclude<Open, null | { kind: 'make' }>

function actOf(open: OpenSheet, pick: Pick): string {
  return pick(COUPON_WORDS[open.kind === 'sheet' ? 'make' : open.coupon.is_active ? 'pause' : 'resume'])
}

function titleOf(open: OpenSheet, pick: Pick): string {
  return open.kind === 'sheet' ? actOf(open, pick) : `${open.coupon.code}: ${actOf(open, pick)}`
}

/** The effect of pausing or resuming it, and whom it touches now. */
function Consequence({ coupon: { is_active: isActive, holding } }: { readonly coupon: CouponShown }) {
  const { pick } = useLanguage()
  return (
    <div className="notice">
      <p>{pick(isActive ? COUPON_WORDS.willPause : COUPON_WORDS.willResume)}</p>
      {isActive ? (
        <p>
          {pick(COUPON_WORDS.holdingNow)} <strong>{holding}</strong>
        </p>
      ) : null}
    </div>
  )
}

/** The coupons that would be made, in words. */
function Made({ count, found, terms }: MadeCoupons) {
  const { pick, lang } = useLanguage()
  const { discount, amount, usageLimit, startsOn, endsOn, nameJa, nameEn } = terms
  const facts = [
    [COUPON_WORDS.code, count === 1 ? found : `${found}… × ${count.toLocaleString('en')}`],
    [COUPON_WORDS.name, lang === 'ja' ? nameJa : nameEn],
    [COUPON_WORDS.discount, takenOff(discount, Number(amount), lang)],
    [COUPON_WORDS.limit, usageLimit === '' ? '–' : usageLimit],
    [COUPON_WORDS.days, daysText(lang, startsOn || null, endsOn || null)],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([word, fact]) => (
        <div key={word.en}>
          <dt>{pick(word)}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ListProps {
  readonly coupons: readonly CouponShown[]
  readonly onTurn: (coupon: CouponShown) => void
}

function List({ coupons, onTurn }: ListProps) {
  const { pick, lang } = useLanguage()
  const columns = ['name', 'discount', 'days', 'uses', 'yen', 'holding', 'state'] as const
  return (
    <Table label={pick(COUPON_WORDS.list)} isStacked>
      <thead>
        <tr>
          <th scope="col">{pick(COUPON_WORDS.code)}</th>
          {columns.map(word => (
            <th key={word} scope="col">
              {pick(COUPON_WORDS[word])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {coupons.map(coupon => {
          const cells = cellsOf(coupon, pick, lang)
          return (
            <tr key={coupon.code}>
              <th scope="row">
                <code>{coupon.code}</code>
              </th>
              {columns.map(word => (
                <td
                  key={word}
                  data-name={pick(COUPON_WORDS[word])}
                  className={word === 'name' ? undefined : 'whole'}
                >
                  {cells[word]}
                  {word === 'state' ? (
                    <button
                      type="button"
                      className="plain"
                      aria-label={`${coupon.code}: ${pick(coupon.is_active ? COUPON_WORDS.pause : COUPON_WORDS.resume)}`}
                      onClick={() => onTurn(coupon)}
                    >
                      {pick(coupon.is_active ? COUPON_WORDS.pause : COUPON_WORDS.resume)}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function cellsOf(coupon: CouponShown, pick: Pick, lang: Lang) {
  const { starts_on: from, ends_on: until, usage_limit: limit, uses } = coupon
  return {
    name: (lang === 'ja' ? coupon.name_ja : coupon.name_en) || coupon.name_ja || coupon.name_en,
    discount: discountText(coupon, pick, lang),
    days: daysText(lang, from, until),
    uses: limit === null ? String(uses) : `${uses} / ${limit}`,
    yen: yenText(lang, coupon.yen),
    holding: String(coupon.holding),
    state: `${pick(COUPON_WORDS[stateOf(coupon)])} `,
  }
}

/** The first thing that stands in the way of its use today. */
function stateOf({
  is_active: isActive,
  starts_on: from,
  ends_on: until,
  usage_limit: limit,
  uses,
}: CouponShown) {
  const today = todayInJapan()
  if (!isActive) return 'paused'
  if (until !== null && until < today) return 'ended'
  if (limit !== null && uses >= limit) return 'usedUp'
  return from !== null && from > today ? 'begins' : 'active'
}

function discountText(
  { kind, discount_type: type, discount_amount: amount }: CouponShown,
  pick: Pick,
  lang: Lang,
) {
  return kind === 'invitation' ? pick(COUPON_WORDS.free) : takenOff(type, amount, lang)
}

function takenOff(type: string, amount: number, lang: Lang): string {
  return type === 'percent' ? `${amount}%` : yenText(lang, amount)
}

function daysText(lang: Lang, from: string | null, until: string | null): string {
  const day = (one: string | null): string => (one === null ? '' : dayText(lang, one))
  return from === null && until === null ? '–' : `${day(from)}–${day(until)}`
}
