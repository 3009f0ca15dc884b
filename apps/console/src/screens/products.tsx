import { type ProductRow, type ProductsShown, readProductsCall } from '@kippu/contract/console/products'
import {
  listSheetImports,
  listSheets,
  type PlannedImport,
  previewSheet,
  type SheetFaults,
} from '@kippu/contract/console/sheets'
import type { Me } from '@kippu/contract/console/sign-in'
import type { Language } from '@kippu/domain/language'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { momentText, yenText } from '../formats'
import { PART_WORDS } from '../house/house-words'
import { learnWords, useLanguage } from '../language'
import {
  cellText,
  type Edit,
  missingLanguages,
  nameIn,
  overtakenOf,
  rowOf,
  sheetOfEdits,
  valueAt,
  withEdit,
} from '../products/edits'
import { keepEdits, readEdits } from '../products/kept-edits'
import { Framed, PictureField } from '../products/picture-field'
import { CardPart, type Edited, RowsPart, TermsPart, WordsPart } from '../products/product-parts'
import { PRODUCT_WORDS } from '../products/product-words'
import { mayDo, useWeight } from '../session/me'
import { SHEET_WORDS } from '../sheet-words'
import { ImportStep, type Meant } from '../sheets/import-step'
import { LookState } from '../sheets/look-state'
import type { Kinds } from '../sheets/sheet-names'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'

learnWords(SHEET_WORDS)

interface ProductsProps {
  readonly me: Me
  readonly site: string
  /** The product of the address; all of them without one. */
  readonly product: string | undefined
}

const readAll = (site: string) => callStaff(readProductsCall, { params: { site } })

/** The products of a site: their words, pictures and terms. */
export function ProductsScreen({ me, site, product }: ProductsProps): ReactNode {
  const { say, pick } = useLanguage()
  const products = useQuery({ queryKey: ['products', site], queryFn: () => readAll(site) })
  const sheets = useQuery({
    queryKey: ['sheets', site],
    queryFn: () => callStaff(listSheets, { params: { site } }),
    staleTime: Infinity,
  })
  return (
    <ScreenOf title={say('products')} lead={pick(PRODUCT_WORDS.lead)}>
      <Loaded query={products}>
        {shown =>
          product === undefined ? (
            <List site={site} shown={shown} />
          ) : (
            <Loaded query={sheets}>
              {({ sheets: kinds }) => <One {...{ me, site, product, shown, kinds }} />}
            </Loaded>
          )
        }
      </Loaded>
    </ScreenOf>
  )
}

function nameOf(shown: ProductsShown, row: ProductRow, lang: string): string {
  const product = nameIn(row)
  const named = [lang, 'ja', 'en', ...shown.languages]
    .map(one => cellText(rowOf(shown.sheets, 'product_texts', [product, one]), 'name'))
    .find(name => name !== '')
  return named ?? product
}

function List({ site, shown }: { readonly site: string; readonly shown: ProductsShown }) {
  const { pick, lang } = useLanguage()
  const rows = shown.sheets['products'] ?? []
  if (rows.length === 0) return <p>{pick(PRODUCT_WORDS.none)}</p>
  return (
    <Table label={pick(PRODUCT_WORDS.name)}>
      <thead>
        <tr>
          {(['picture', 'name', 'kind', 'price', 'state', 'languages'] as const).map(word => (
            <th key={word} scope="col">
              {pick(PRODUCT_WORDS[word])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const uuid = cellText(row, 'product')
          const picture = cellText(row, 'picture')
          const missing = missingLanguages(shown, nameIn(row))
          return (
            <tr key={uuid}>
              <td className="thumb">
                {picture === '' ? (
                  <span className="quiet">{pick(PRODUCT_WORDS.noPicture)}</span>
                ) : (
                  <Framed address={picture} held={shown.held} shape={1} />
                )}
              </td>
              <th scope="row">
                <Link href={`/sites/${site}/products/${uuid}`}>{nameOf(shown, row, lang)}</Link>
              </th>
              <td>{pick(PRODUCT_WORDS[cellText(row, 'kind') === 'set' ? 'set' : 'main'])}</td>
              <td className="figure">{yenText(lang, Number(cellText(row, 'base_price')))}</td>
              <td>{pick(PRODUCT_WORDS[cellText(row, 'retired') === 'yes' ? 'retired' : 'onSale'])}</td>
              <td>
                {missing.length === 0
                  ? pick(PRODUCT_WORDS.complete)
                  : `${pick(PRODUCT_WORDS.missing)}: ${missing.map(one => pick(PART_WORDS[one] ?? { ja: one, en: one })).join(', ')}`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

type Seen =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'faults'; readonly faults: SheetFaults }
  | { readonly kind: 'done'; readonly rows: number }
  | { readonly kind: 'overtaken'; readonly by: string | null; readonly all: ReturnType<typeof overtakenOf> }
  | {
      readonly kind: 'plan'
      readonly meant: Meant
      readonly plan: PlannedImport
      readonly former: PlannedImport | undefined
    }

interface OneProps {
  readonly me: Me
  readonly site: string
  readonly product: string
  readonly shown: ProductsShown
  readonly kinds: Kinds
}

/** A product: what somebody types is a small sheet, seen before it is imported and taken back as every sheet. */
function One({ me, site, product: uuid, shown, kinds }: OneProps) {
  const { say, pick, lang } = useLanguage()
  const whose = { name: me.name, site, product: uuid }
  const [edits, setTyped] = useState<readonly Edit[]>([])
  const [offered, setOffered] = useState(() => readEdits(whose))
  const setEdits = (next: readonly Edit[]): void => {
    setTyped(next)
    setOffered([])
    keepEdits(whose, next)
  }
  const [seen, setSeen] = useState<Seen>({ kind: 'nothing' })
  const [language, setLanguage] = useState<Language>(lang)
  const weight = useWeight()
  const preview = useMutation({
    mutationFn: async ({ former }: { readonly former: PlannedImport | undefined }): Promise<Seen> => {
      const file = new File([sheetOfEdits(edits, shown.sheets)], 'products.json')
      const meant: Meant = { file: file.name, body: file, whole: 'no' }
      const plan = await weight(() =>
        callStaff(previewSheet, {
          params: { site },
          query: { file: file.name, lang, whole: 'no' },
          body: file,
        }),
      )
      if (plan.kind === 'faults') return { kind: 'faults', faults: plan }
      // Read after the plan: what changes from here on changes the plan, and nothing is done.
      const all = overtakenOf(edits, (await readAll(site)).sheets)
      if (all.length > 0) return { kind: 'overtaken', all, by: await lastChange(site, all, lang) }
      return { kind: 'plan', meant, plan, former: former?.seen === plan.seen ? undefined : former }
    },
    onSuccess: setSeen,
  })
  const row = shown.sheets['products']?.find(one => one['product'] === uuid)
  if (row === undefined) return <p>{say('notFound')}</p>
  const name = nameIn(row)
  const keysIn = (sheet: Edit['sheet'], keys: readonly string[]): readonly string[] =>
    sheet === 'products' ? [uuid] : keys
  const edited: Edited = {
    product: name,
    sheets: shown.sheets,
    value: (sheet, keys, column) =>
      valueAt(edits, shown.sheets, { sheet, keys: keysIn(sheet, keys), column }),
    before: (sheet, keys, column) => cellText(rowOf(shown.sheets, sheet, keysIn(sheet, keys)), column),
    put: (sheet, keys, column, after) => {
      const place = { sheet, keys: keysIn(sheet, keys), column }
      const before = cellText(rowOf(shown.sheets, sheet, place.keys), column)
      setSeen({ kind: 'nothing' })
      setEdits(withEdit(edits, { ...place, before, after }))
    },
  }
  const inLanguage = shown.languages.includes(language) ? language : (shown.languages[0] ?? 'ja')
  const picture = edited.value('products', [name], 'picture')
  const shape = shown.shapes[0] ?? 1
  const calledOf = (product: string): string => {
    const found = shown.sheets['products']?.find(one => nameIn(one) === product)
    return found === undefined ? product : nameOf(shown, found, lang)
  }
  const kindOf = (sheet: Edit['sheet']) => kinds.find(one => one.name === sheet)
  return (
    <>
      <p>
        <Link href={`/sites/${site}/products`}>{pick(PRODUCT_WORDS.back)}</Link>
      </p>
      <h2 className="product-name">{nameOf(shown, row, lang)}</h2>
      {offered.length === 0 ? null : (
        <section aria-label={say('draftKept')} className="notice">
          <p>
            {say('draftKept')} ({offered.length})
          </p>
          <p className="row">
            <button type="button" className="primary" onClick={() => setEdits(offered)}>
              {say('draftGoOn')}
            </button>
            <button type="button" onClick={() => setEdits([])}>
              {say('throwAway')}
            </button>
          </p>
        </section>
      )}
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          preview.mutate({ former: undefined })
        }}
      >
        <div className="beside">
          <WordsPart
            edited={edited}
            languages={shown.languages}
            shown={inLanguage}
            onLanguage={setLanguage}
          />
          <CardPart {...{ edited, shape }} lang={language} languages={shown.languages} held={shown.held} />
        </div>
        <PictureField
          site={site}
          address={picture}
          held={shown.held}
          shapes={shown.shapes}
          onAddress={address => edited.put('products', [name], 'picture', address)}
        />
        <TermsPart edited={edited} />
        {mayDo(me, 'sheets:write') ? (
          <p>
            <Link href={`/sites/${site}/sheets?days=${encodeURIComponent(name)}`}>
              {pick(PRODUCT_WORDS.dayPrices)}
            </Link>
          </p>
        ) : null}
        {(['options', 'option_values', 'sets'] as const).map(sheet => {
          const kind = kindOf(sheet)
          return kind === undefined ? null : (
            <RowsPart key={sheet} {...{ edited, kind, sheet, name, calledOf }} shown={inLanguage} />
          )
        })}
        <p className="row">
          <button type="submit" className="primary" disabled={edits.length === 0 || preview.isPending}>
            {say('showChanges')}
          </button>
          {edits.length === 0 ? null : (
            <button
              type="button"
              onClick={() => {
                setEdits([])
                setSeen({ kind: 'nothing' })
              }}
            >
              {pick(PRODUCT_WORDS.throwAway)} ({edits.length})
            </button>
          )}
        </p>
      </form>
      <LookState
        kinds={kinds}
        preview={preview}
        faults={seen.kind === 'faults' ? seen.faults : null}
        rows={seen.kind === 'done' ? seen.rows : null}
      />
      {seen.kind === 'overtaken' ? (
        <Overtaken
          {...seen}
          onKeep={edit => {
            setSeen({ kind: 'nothing' })
            setEdits(edits.filter(one => one !== edit))
          }}
          onReplace={(edit, theirs) => {
            setSeen({ kind: 'nothing' })
            setEdits(edits.map(one => (one === edit ? { ...edit, before: theirs } : one)))
          }}
        />
      ) : null}
      {seen.kind === 'plan' ? (
        <ImportStep
          key={seen.plan.seen}
          {...{ site, kinds }}
          ordersAt={mayDo(me, 'orders:read') ? site : null}
          meant={seen.meant}
          plan={seen.plan}
          former={seen.former}
          onFaults={faults => setSeen({ kind: 'faults', faults })}
          onOther={() => preview.mutate({ former: seen.plan })}
          onDone={rows => {
            setEdits([])
            setSeen({ kind: 'done', rows })
          }}
          onClose={() => setSeen({ kind: 'nothing' })}
        />
      ) : null}
    </>
  )
}

/** The last import of one of these sheets: by whom, and when. */
async function lastChange(
  site: string,
  all: ReturnType<typeof overtakenOf>,
  lang: 'ja' | 'en',
): Promise<string | null> {
  const { imports } = await callStaff(listSheetImports, { params: { site } })
  const last = imports.find(({ sheets }) =>
    sheets.some(({ sheet }) => all.some(({ edit }) => edit.sheet === sheet)),
  )
  return last === undefined ? null : `${last.staff}, ${momentText(lang, last.at)}`
}

interface OvertakenProps extends Omit<Extract<Seen, { kind: 'overtaken' }>, 'kind'> {
  readonly onKeep: (edit: Edit) => void
  readonly onReplace: (edit: Edit, theirs: string) => void
}

function Overtaken({ all, by, onKeep, onReplace }: OvertakenProps) {
  const { pick } = useLanguage()
  return (
    <div role="alert" className="notice notice-bad stack">
      <p>{pick(PRODUCT_WORDS.overtaken)}</p>
      {by === null ? null : (
        <p>
          {pick(PRODUCT_WORDS.lastChange)}: {by}
        </p>
      )}
      {all.map(({ edit, theirs }) => (
        <dl key={[edit.sheet, ...edit.keys, edit.column].join(' ')}>
          <dt>{[edit.column, ...edit.keys.slice(1)].join(' · ')}</dt>
          <dd>
            {pick(PRODUCT_WORDS.theirs)}: <span className="said">{theirs}</span>
          </dd>
          <dd>
            {pick(PRODUCT_WORDS.yours)}: <span className="said">{edit.after}</span>
          </dd>
          <dd className="row">
            <button type="button" onClick={() => onKeep(edit)}>
              {pick(PRODUCT_WORDS.keepTheirs)}
            </button>
            <button type="button" onClick={() => onReplace(edit, theirs)}>
              {pick(PRODUCT_WORDS.takeYours)}
            </button>
          </dd>
        </dl>
      ))}
    </div>
  )
}
