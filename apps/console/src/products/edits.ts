import { PRODUCT_SHEETS, type ProductRow, type ProductsShown } from '@kippu/contract/console/products'

export type SheetName = (typeof PRODUCT_SHEETS)[number]

/** The columns that name a row. */
const KEYS: Readonly<Record<SheetName, readonly string[]>> = {
  products: ['product'],
  product_texts: ['product', 'language'],
  options: ['product', 'option'],
  option_values: ['product', 'option', 'value'],
  sets: ['product', 'set_product'],
  rules: ['product', 'name'],
}

/** A cell that somebody has typed, and what stood there when they began. */
export interface Edit {
  readonly sheet: SheetName
  readonly keys: readonly string[]
  readonly column: string
  readonly before: string
  readonly after: string
}

export type Sheets = ProductsShown['sheets']

export function cellText(row: ProductRow | undefined, column: string): string {
  const cell = row?.[column] ?? null
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell === null ? '' : String(cell)
}

export function rowOf(sheets: Sheets, sheet: SheetName, keys: readonly string[]): ProductRow | undefined {
  return sheets[sheet]?.find(row => KEYS[sheet].every((key, turn) => cellText(row, key) === keys[turn]))
}

export function isKey(sheet: SheetName, column: string): boolean {
  return KEYS[sheet].includes(column)
}

export function keysOf(sheet: SheetName, row: ProductRow): readonly string[] {
  return KEYS[sheet].map(key => cellText(row, key))
}

const isAt = (one: Edit, place: Pick<Edit, 'sheet' | 'keys' | 'column'>): boolean =>
  one.sheet === place.sheet && one.column === place.column && isSameRow(one, place)

const isSameRow = (one: Pick<Edit, 'sheet' | 'keys'>, other: Pick<Edit, 'sheet' | 'keys'>): boolean =>
  one.sheet === other.sheet && one.keys.join('\n') === other.keys.join('\n')

/** The edits with another one; a cell that is as it was before is none. */
export function withEdit(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const known = edits.find(one => isAt(one, edit))
  const next = known === undefined ? edit : { ...edit, before: known.before }
  const others = edits.filter(one => !isAt(one, edit))
  return next.before === next.after ? others : [...others, next]
}

/** The text of a cell with the edits. */
export function valueAt(
  edits: readonly Edit[],
  sheets: Sheets,
  place: Pick<Edit, 'sheet' | 'keys' | 'column'>,
): string {
  const edit = edits.find(one => isAt(one, place))
  return edit?.after ?? cellText(rowOf(sheets, place.sheet, place.keys), place.column)
}

/** Cells that say something else by now than when they were typed over, and not what is wanted either. */
export function overtakenOf(
  edits: readonly Edit[],
  now: Sheets,
): ReadonlyArray<{ readonly edit: Edit; readonly theirs: string }> {
  return edits.flatMap(edit => {
    const theirs = cellText(rowOf(now, edit.sheet, edit.keys), edit.column)
    return theirs === edit.before || theirs === edit.after ? [] : [{ edit, theirs }]
  })
}

/** The edits as a small sheet. A row says what it names, what is changed in it, and what the others change, as it stands. */
export function sheetOfEdits(edits: readonly Edit[], sheets: Sheets): string {
  const names = PRODUCT_SHEETS.filter(name => edits.some(({ sheet }) => sheet === name))
  const written = names.map(sheet => {
    const own = edits.filter(one => one.sheet === sheet)
    const columns = [...new Set(own.map(({ column }) => column))]
    const rows = own.filter((one, turn) => own.findIndex(other => isSameRow(one, other)) === turn)
    const cells = rows.map(({ keys }) => [
      ...KEYS[sheet].map((key, turn) => [key, keys[turn] ?? ''] as const),
      ...columns.map(column => [column, valueAt(edits, sheets, { sheet, keys, column })] as const),
    ])
    return [sheet, cells.map(row => Object.fromEntries(row))] as const
  })
  return JSON.stringify(Object.fromEntries(written))
}

/** Languages of the site that have no name for the product. */
export function missingLanguages(
  { languages, sheets }: Pick<ProductsShown, 'languages' | 'sheets'>,
  product: string,
): ProductsShown['languages'] {
  return languages.filter(lang => cellText(rowOf(sheets, 'product_texts', [product, lang]), 'name') === '')
}

/** A product is named by its code in other sheets, where it has one. */
export function nameIn(row: ProductRow): string {
  return cellText(row, 'code') || cellText(row, 'product')
}
