import { readProductsCall, type ProductRow, type ProductsShown } from '@kippu/contract/console/products'
import { listSheets, type SheetFaults } from '@kippu/contract/console/sheets'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { SheetChange } from '../coupons/sheet-change'
import { dayText, todayInJapan, yenText } from '../formats'
import { useLanguage } from '../language'
import { cellText, nameIn, rowOf } from '../products/edits'
import { RuleForm, type RuledProduct } from '../rules/rule-form'
import { HOLIDAYS, isOneOf, type Rule, sheetOfEnd } from '../rules/rule-sheet'
import { DAY_NAMES, DAY_WORDS, RULE_WORDS } from '../rules/rule-words'
import { mayDo } from '../session/me'
import { ActRow } from '../ui/act-row'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import type { Lang } from '../words'

interface RulesProps {
  readonly me: Me
  readonly site: string
}

type Open =
  | { readonly kind: 'rule'; readonly before: Rule | undefined }
  | { readonly kind: 'end'; readonly before: Rule }
  | null

/** The rules that stay: what they make, by a small sheet that is seen before it is imported. */
export function RulesScreen({ me, site }: RulesProps): ReactNode {
  const { say, pick, lang } = useLanguage()
  const client = useQueryClient()
  const shown = useQuery({
    queryKey: ['products', site],
    queryFn: () => callStaff(readProductsCall, { params: { site } }),
  })
  const [open, setOpen] = useState<Open>(null)
  const [isDone, setDone] = useState(false)
  const begin = (next: Open): void => {
    setDone(false)
    setOpen(next)
  }
  const done = (): void => {
    setOpen(null)
    setDone(true)
    for (const key of ['products', 'calendar', 'sheet imports'])
      void client.invalidateQueries({ queryKey: [key, site] })
  }
  return (
    <ScreenOf title={say('rules')} lead={pick(RULE_WORDS.lead)}>
      <Loaded query={shown}>
        {data => {
          const products = productsOf(data, lang)
          return (
            <>
              {products.length === 0 ? null : (
                <p className="row">
                  <button
                    type="button"
                    className="primary"
                    onClick={() => begin({ kind: 'rule', before: undefined })}
                  >
                    {pick(RULE_WORDS.make)}
                  </button>
                </p>
              )}
              {isDone ? (
                <p className="notice">
                  <output>{pick(RULE_WORDS.done)}</output>
                </p>
              ) : null}
              <List rules={rulesOf(data)} products={products} onOpen={begin} />
              {open === null ? null : (
                <Change
                  {...{ site, open, products }}
                  ordersAt={mayDo(me, 'orders:read') ? site : null}
                  onDone={done}
                  onClose={() => setOpen(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </ScreenOf>
  )
}

function productsOf({ sheets, languages }: ProductsShown, lang: Lang): readonly RuledProduct[] {
  return (sheets['products'] ?? [])
    .filter(row => cellText(row, 'retired') !== 'yes')
    .map(row => {
      const code = nameIn(row)
      const names = [lang, ...languages].map(one =>
        cellText(rowOf(sheets, 'product_texts', [code, one]), 'name'),
      )
      return { code, name: names.find(name => name !== '') ?? code, booking: cellText(row, 'booking') }
    })
}

function rulesOf({ sheets }: ProductsShown): readonly Rule[] {
  return (sheets['rules'] ?? []).map(ruleOf)
}

function ruleOf(row: ProductRow): Rule {
  const text = (column: string) => cellText(row, column)
  const holidays = text('holidays')
  return {
    product: text('product'),
    name: text('name'),
    from: text('from'),
    until: text('until'),
    weekdays: DAY_NAMES.filter(day => text('weekdays').split(' ').includes(day)).join(' '),
    holidays: isOneOf(HOLIDAYS, holidays) ? holidays : 'also',
    except: text('except'),
    first: text('first'),
    last: text('last'),
    every: text('every'),
    length: text('length'),
    valid_days: text('valid_days'),
    capacity: text('capacity'),
    base_price: text('base_price'),
  }
}

function newRule(product: string): Rule {
  return {
    product,
    name: '',
    from: todayInJapan(),
    until: '',
    weekdays: DAY_NAMES.join(' '),
    holidays: 'also',
    except: '',
    first: '10:00',
    last: '',
    every: '',
    length: '',
    valid_days: '',
    capacity: '',
    base_price: '',
  }
}

interface ListProps {
  readonly rules: readonly Rule[]
  readonly products: readonly RuledProduct[]
  readonly onOpen: (open: Open) => void
}

function List({ rules, products, onOpen }: ListProps) {
  const { pick, lang } = useLanguage()
  if (rules.length === 0) return <p className="quiet">{pick(RULE_WORDS.none)}</p>
  const today = todayInJapan()
  return (
    <Table label={pick(RULE_WORDS.name)} isStacked>
      <thead>
        <tr>
          {(['name', 'product', 'when', 'times', 'capacity', 'price'] as const).map(word => (
            <th key={word} scope="col">
              {pick(RULE_WORDS[word])}
            </th>
          ))}
          <th scope="col">{pick(RULE_WORDS.change)}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map(rule => (
          <tr key={`${rule.product} ${rule.name}`}>
            <th scope="row">{rule.name}</th>
            <td data-name={pick(RULE_WORDS.product)}>
              {products.find(({ code }) => code === rule.product)?.name ?? rule.product}
            </td>
            <td data-name={pick(RULE_WORDS.when)}>
              {dayText(lang, rule.from)} – {dayText(lang, rule.until)}
              {rule.until < today ? <span className="mark">{pick(RULE_WORDS.over)}</span> : null}
              <br />
              <span className="quiet">
                {[
                  ...(rule.holidays === 'only' ? [] : [daysText(rule, pick)]),
                  ...(rule.holidays === 'also' ? [] : [pick(RULE_WORDS[rule.holidays])]),
                  ...(rule.except === '' ? [] : [`${pick(RULE_WORDS.excepted)}: ${rule.except}`]),
                ].join(lang === 'ja' ? '、' : ', ')}
              </span>
            </td>
            <td data-name={pick(RULE_WORDS.times)}>{timesText(rule, pick)}</td>
            <td data-name={pick(RULE_WORDS.capacity)}>{rule.capacity}</td>
            <td data-name={pick(RULE_WORDS.price)}>
              {rule.base_price === '' ? pick(RULE_WORDS.asProduct) : yenText(lang, Number(rule.base_price))}
            </td>
            <td>
              <span className="row">
                <button
                  type="button"
                  aria-label={`${rule.name}: ${pick(RULE_WORDS.change)}`}
                  onClick={() => onOpen({ kind: 'rule', before: rule })}
                >
                  {pick(RULE_WORDS.change)}
                </button>
                {rule.until < today ? null : (
                  <button
                    type="button"
                    aria-label={`${rule.name}: ${pick(RULE_WORDS.end)}`}
                    onClick={() => onOpen({ kind: 'end', before: rule })}
                  >
                    {pick(RULE_WORDS.end)}
                  </button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type Pick = ReturnType<typeof useLanguage>['pick']

function daysText({ weekdays }: Rule, pick: Pick): string {
  return DAY_NAMES.filter(day => weekdays.split(' ').includes(day))
    .map(day => pick(DAY_WORDS[day]))
    .join(' ')
}

function timesText({ first, last, every, length }: Rule, pick: Pick): string {
  const minutes = pick(RULE_WORDS.minutes)
  const starts = last === '' ? first : `${first}–${last} / ${every} ${minutes}`
  return length === '' ? starts : `${starts} (${length} ${minutes})`
}

interface ChangeProps {
  readonly site: string
  readonly ordersAt: string | null
  readonly open: Exclude<Open, null>
  readonly products: readonly RuledProduct[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A rule is typed, then seen as a sheet with what it changes, then imported. */
function Change({ site, ordersAt, open, products, onDone, onClose }: ChangeProps) {
  const { pick } = useLanguage()
  const sheets = useQuery({
    queryKey: ['sheets', site],
    queryFn: () => callStaff(listSheets, { params: { site } }),
    staleTime: Infinity,
  })
  const { kind, before } = open
  const [typed, setTyped] = useState(() => before ?? newRule(products[0]?.code ?? ''))
  const [sheet, setSheet] = useState<File | null>(null)
  const [faults, setFaults] = useState<SheetFaults | null>(null)
  const label = pick(
    kind === 'end' ? RULE_WORDS.end : before === undefined ? RULE_WORDS.make : RULE_WORDS.change,
  )
  const title = before === undefined ? label : `${before.name}: ${label}`
  return (
    <Dialog title={title} onClose={onClose}>
      {sheet === null && kind === 'rule' ? (
        <RuleForm {...{ products, before, typed, faults, onClose }} onTyped={setTyped} onSheet={setSheet} />
      ) : null}
      {sheet === null && kind === 'end' ? (
        <EndForm rule={open.before} faults={faults} onSheet={setSheet} onClose={onClose} />
      ) : null}
      {sheet === null ? null : (
        <Loaded query={sheets}>
          {({ sheets: kinds }) => (
            <SheetChange
              {...{ site, kinds, ordersAt, sheet, onDone }}
              said={{ label }}
              onFaults={found => {
                setFaults(found)
                setSheet(null)
              }}
              onClose={() => setSheet(null)}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

interface EndFormProps {
  readonly rule: Rule
  readonly faults: SheetFaults | null
  readonly onSheet: (sheet: File) => void
  readonly onClose: () => void
}

function EndForm({ rule, faults, onSheet, onClose }: EndFormProps) {
  const { say, pick } = useLanguage()
  const [until, setUntil] = useState(todayInJapan())
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        onSheet(sheetOfEnd(rule, until))
      }}
    >
      <p>{pick(RULE_WORDS.willEnd)}</p>
      <Field
        label={pick(RULE_WORDS.until)}
        type="date"
        required
        max={rule.until}
        value={until}
        fault={faults?.faults[0]?.text}
        onChange={event => setUntil(event.target.value)}
      />
      <ActRow act={say('showChanges')} onClose={onClose} />
    </form>
  )
}
