import type { ProductRow } from '@kippu/contract/console/products'
import type { SheetKind } from '@kippu/contract/console/sheets'
import { entryWordsOf } from '@kippu/domain/check-in/entry-words'
import { bcp47Of, type Language, LANGUAGES } from '@kippu/domain/language'
import { BOOKING_TYPES, SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { entryTexts } from '@kippu/texts/entry'
import { type ReactNode, useId } from 'react'

import { channelText } from '../fact-words'
import { HOUSE_WORDS, PART_WORDS } from '../house/house-words'
import { useLanguage } from '../language'
import { headingsOf } from '../sheets/sheet-names'
import { Field } from '../ui/field'
import { Table } from '../ui/table'
import { cellText, isKey, keysOf, rowOf, type SheetName, type Sheets } from './edits'
import { Framed, type Held } from './picture-field'
import { PRODUCT_WORDS } from './product-words'
import type { Said } from '../words'

/** A product while somebody edits it. */
export interface Edited {
  readonly product: string
  /** As it was read. */
  readonly sheets: Sheets
  readonly value: (sheet: SheetName, keys: readonly string[], column: string) => string
  /** The same as it was read. */
  readonly before: (sheet: SheetName, keys: readonly string[], column: string) => string
  readonly put: (sheet: SheetName, keys: readonly string[], column: string, text: string) => void
}

interface WordsProps {
  readonly edited: Edited
  readonly languages: readonly Language[]
  readonly shown: Language
  readonly onLanguage: (lang: Language) => void
}

/** The words of a product in one language; the others are one press away, and those without a name say so. */
export function WordsPart({ edited, languages, shown, onLanguage }: WordsProps): ReactNode {
  const { pick } = useLanguage()
  const { product, value, put } = edited
  const missing = languages.filter(lang => value('product_texts', [product, lang], 'name') === '')
  return (
    <section aria-labelledby="words" className="stack">
      <h2 id="words">{pick(PRODUCT_WORDS.wordsTitle)}</h2>
      <label className="field">
        {pick(PRODUCT_WORDS.inLanguage)} ({pick(PRODUCT_WORDS.missing)}: {missing.length})
        <select
          value={shown}
          onChange={event => {
            const lang = languages.find(one => one === event.target.value)
            if (lang !== undefined) onLanguage(lang)
          }}
        >
          {languages.map(lang => (
            <option key={lang} value={lang}>
              {pick(PART_WORDS[lang] ?? { ja: lang, en: lang })}
              {missing.includes(lang) ? ` · ${pick(PRODUCT_WORDS.missing)}` : ''}
            </option>
          ))}
        </select>
      </label>
      {(
        [
          ['name', 'name', 200],
          ['description', 'description', 5_000],
          ['caution', 'caution', 5_000],
          ['naming_right', 'namingRight', 500],
        ] as const
      ).map(([column, word, most]) => (
        <TextField
          key={column}
          label={pick(PRODUCT_WORDS[word])}
          lang={bcp47Of(shown)}
          most={most}
          hasLines={column !== 'name'}
          value={value('product_texts', [product, shown], column)}
          onChange={text => put('product_texts', [product, shown], column, text)}
        />
      ))}
    </section>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly lang: string
  readonly most: number
  readonly hasLines: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

function TextField({ label, lang, most, hasLines, value, onChange }: TextFieldProps) {
  const id = useId()
  const shared = { id, lang, value, maxLength: most }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hasLines ? (
        <textarea
          {...shared}
          rows={Math.min(8, 2 + Math.ceil(value.length / 50))}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <input {...shared} autoComplete="off" onChange={event => onChange(event.target.value)} />
      )}
    </div>
  )
}

interface CardProps {
  readonly edited: Edited
  readonly lang: Language
  readonly languages: readonly Language[]
  readonly held: Readonly<Record<string, Held>>
  readonly shape: number
}

/** The product as visitors of a language see it, with what is typed. */
export function CardPart({ edited, lang, languages, held, shape }: CardProps): ReactNode {
  const { pick } = useLanguage()
  const { product, value } = edited
  const has = (one: Language): boolean => value('product_texts', [product, one], 'name') !== ''
  const told = has(lang) ? lang : (languages.find(one => one === 'en' && has(one)) ?? languages.find(has))
  const say = (column: string): string =>
    told === undefined ? '' : value('product_texts', [product, told], column)
  const picture = value('products', [product], 'picture')
  const price = Number(value('products', [product], 'base_price'))
  return (
    <section aria-labelledby="card" className="stack card-part">
      <h2 id="card">{pick(PRODUCT_WORDS.cardTitle)}</h2>
      {told === lang ? null : <p className="notice">{pick(PRODUCT_WORDS.fallsBack)}</p>}
      <div className="visitor-card" lang={bcp47Of(told ?? lang)}>
        {picture === '' ? null : <Framed address={picture} held={held} shape={shape} />}
        <div>
          <strong>{say('name')}</strong>
          <p className="said">{say('description')}</p>
          {Number.isFinite(price) ? (
            <p>
              {new Intl.NumberFormat(bcp47Of(lang), { style: 'currency', currency: 'JPY' }).format(price)}
            </p>
          ) : null}
        </div>
      </div>
      <Promises edited={edited} lang={lang} />
    </section>
  )
}

/** The sentences that visitors read about entry: they follow from the rule. */
function Promises({ edited: { product, value, before }, lang }: Pick<CardProps, 'edited' | 'lang'>) {
  const { pick } = useLanguage()
  const at = (column: string): string => value('products', [product], column)
  const saleType = BOOKING_TYPES.find(one => one === at('booking'))
  const policy = (['once', 'daily', 'any'] as const).find(one => one === at('entry'))
  if (saleType === undefined || policy === undefined) return null
  const minutes = /^\d+$/.test(at('reentry_minutes')) ? Number(at('reentry_minutes')) : null
  const told = entryWordsOf({ sale_type: saleType, entry_policy: policy, reentry_minutes: minutes })
  const isOther = ['entry', 'reentry_minutes'].some(
    column => at(column) !== before('products', [product], column),
  )
  return (
    <>
      <h3>{pick(PRODUCT_WORDS.promises)}</h3>
      {told.length === 0 ? (
        <p className="quiet">{pick(PRODUCT_WORDS.promisesNothing)}</p>
      ) : (
        told.map(({ key, params }) => (
          <p key={key} lang={bcp47Of(lang)}>
            {entryTexts[key][lang].replaceAll('{minutes}', String(params['minutes'] ?? ''))}
          </p>
        ))
      )}
      {isOther ? <p className="notice">{pick(PRODUCT_WORDS.soldToo)}</p> : null}
    </>
  )
}

/** How a product is sold. */
export function TermsPart({ edited: { product, value, put } }: { readonly edited: Edited }): ReactNode {
  const { pick, lang } = useLanguage()
  const at = (column: string): string => value('products', [product], column)
  const set = (column: string, text: string): void => put('products', [product], column, text)
  const choice = (
    column: string,
    word: keyof typeof PRODUCT_WORDS,
    values: Readonly<Record<string, keyof typeof PRODUCT_WORDS>>,
  ) => (
    <label className="field">
      {pick(PRODUCT_WORDS[word])}
      <select value={at(column)} onChange={event => set(column, event.target.value)}>
        {Object.entries(values).map(([one, said]) => (
          <option key={one} value={one}>
            {pick(PRODUCT_WORDS[said])}
          </option>
        ))}
      </select>
    </label>
  )
  const channels = at('channels').split(' ').filter(Boolean)
  return (
    <section aria-labelledby="terms" className="stack">
      <h2 id="terms">{pick(PRODUCT_WORDS.termsTitle)}</h2>
      <div className="fields">
        <Field
          label={pick(PRODUCT_WORDS.price)}
          hint={pick(PRODUCT_WORDS.priceHint)}
          inputMode="numeric"
          value={at('base_price')}
          onChange={event => set('base_price', event.target.value)}
        />
        <Field
          label={pick(PRODUCT_WORDS.taxRate)}
          hint={pick(PRODUCT_WORDS.taxHint)}
          inputMode="numeric"
          value={at('tax_rate')}
          onChange={event => set('tax_rate', event.target.value)}
        />
        {(['sale_from', 'sale_until'] as const).map(column => (
          <Field
            key={column}
            type="datetime-local"
            label={pick(PRODUCT_WORDS[column === 'sale_from' ? 'saleFrom' : 'saleUntil'])}
            value={at(column).replace(' ', 'T')}
            onChange={event => set(column, event.target.value.replace('T', ' '))}
          />
        ))}
        {choice('entry', 'entry', { once: 'once', daily: 'daily', any: 'any' })}
        <Field
          label={pick(PRODUCT_WORDS.reentry)}
          hint={pick(PRODUCT_WORDS.reentryHint)}
          inputMode="numeric"
          value={at('reentry_minutes')}
          onChange={event => set('reentry_minutes', event.target.value)}
        />
        {choice('time_changes', 'changes', {
          all: 'changesAll',
          not_spot: 'changesNotSpot',
          none: 'changesNone',
        })}
        {choice('retired', 'sale', { no: 'no', yes: 'yes' })}
      </div>
      <fieldset>
        <legend>{pick(PRODUCT_WORDS.channels)}</legend>
        {SALES_CHANNELS.map(channel => (
          <label key={channel} className="check">
            <input
              type="checkbox"
              checked={channels.includes(channel)}
              onChange={({ target: { checked } }) =>
                set(
                  'channels',
                  SALES_CHANNELS.filter(one => (one === channel ? checked : channels.includes(one))).join(
                    ' ',
                  ),
                )
              }
            />
            {channelText(lang, channel)}
          </label>
        ))}
      </fieldset>
    </section>
  )
}

interface RowsProps {
  readonly edited: Edited
  readonly kind: SheetKind
  readonly sheet: SheetName
  /** The words are shown in this language alone. */
  readonly shown: Language
  /** How other sheets name the product. */
  readonly name: string
  /** A product of the site as it is called. */
  readonly calledOf: (product: string) => string
}

const WORD_COLUMN = new RegExp(`_(${LANGUAGES.map(columnOf).join('|')})$`)

/** Rows of another sheet that belong to the product: its options, their kinds, what is sold with it. */
export function RowsPart({
  edited: { sheets, value, put },
  kind,
  sheet,
  shown,
  name,
  calledOf,
}: RowsProps): ReactNode {
  const { pick, lang } = useLanguage()
  const rows = (sheets[sheet] ?? []).filter(row => row['product'] === name)
  if (rows.length === 0) return null
  const title = lang === 'ja' ? kind.name_ja : inWords(kind.name)
  const headings = headingsOf(kind, lang)
  const columns = kind.columns.flatMap((column, index) => {
    const inLanguage = WORD_COLUMN.exec(column.name)?.[1]
    return column.name === 'product' || (inLanguage !== undefined && inLanguage !== columnOf(shown))
      ? []
      : [{ name: column.name, heading: inWords(headings[index] ?? column.name) }]
  })
  const hasWords = columns.some(column => WORD_COLUMN.test(column.name))
  const hints = [
    ...(hasWords
      ? [`${pick(PRODUCT_WORDS.wordsIn)} ${pick(PART_WORDS[shown] ?? { ja: shown, en: shown })}`]
      : []),
    ...(sheet === 'sets' ? [pick(PRODUCT_WORDS.setsHint)] : []),
  ]
  return (
    <section aria-labelledby={sheet} className="stack">
      <h2 id={sheet}>{title}</h2>
      {hints.length === 0 ? null : <p className="hint">{hints.join(' ')}</p>}
      <Table label={title}>
        <thead>
          <tr>
            {columns.map(({ name: column, heading }) => (
              <th key={column} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const keys = keysOf(sheet, row)
            const place = keys.slice(1).join(' ')
            return (
              <tr key={place}>
                {columns.map(({ name: column, heading }) =>
                  isKey(sheet, column) ? (
                    <th key={column} scope="row">
                      {column === 'set_product'
                        ? calledOf(cellText(row, column))
                        : (wordOf(sheets, row, column, lang) ?? cellText(row, column))}
                    </th>
                  ) : (
                    <td key={column} className="cell">
                      <Cell
                        label={`${place} ${heading}`}
                        choices={CHOICES[column]}
                        value={value(sheet, keys, column)}
                        onChange={text => put(sheet, keys, column, text)}
                      />
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </Table>
    </section>
  )
}

const YES_OR_NO = { no: HOUSE_WORDS.no, yes: HOUSE_WORDS.yes }
const CHOICES: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  needs_proof: YES_OR_NO,
  retired: YES_OR_NO,
  type: { ticket_type: PRODUCT_WORDS.ticketType, extra: PRODUCT_WORDS.extra },
}

/** A language as the columns of sheets have it. */
function columnOf(lang: Language): string {
  return lang.replace('-', '_')
}

/** `add_cost` as people say it; a Japanese heading is one already. */
function inWords(name: string): string {
  const words = name.replace(WORD_COLUMN, '').replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The word of an option, or of a value of it, as visitors read it. */
function wordOf(sheets: Sheets, row: ProductRow, column: string, lang: Language): string | undefined {
  const named =
    column === 'value' || row['value'] === undefined
      ? row
      : rowOf(sheets, 'options', [cellText(row, 'product'), cellText(row, 'option')])
  const word = cellText(named, `name_${lang}`)
  return word === '' ? undefined : word
}

interface CellProps {
  readonly label: string
  /** All that it may say, and how; anything without them. */
  readonly choices: Readonly<Record<string, Said>> | undefined
  readonly value: string
  readonly onChange: (text: string) => void
}

function Cell({ label, choices, value, onChange }: CellProps) {
  const { pick } = useLanguage()
  if (choices === undefined)
    return (
      <input
        aria-label={label}
        value={value}
        autoComplete="off"
        maxLength={2_000}
        onChange={event => onChange(event.target.value)}
      />
    )
  return (
    <select aria-label={label} value={value} onChange={event => onChange(event.target.value)}>
      {Object.entries(choices).map(([one, said]) => (
        <option key={one} value={one}>
          {pick(said)}
        </option>
      ))}
    </select>
  )
}
