import type { Read } from '../../../platform/db/database.ts'
import type { HeadingLanguage } from '../files/raw-sheet.ts'

export interface NamedProduct {
  readonly uuid: string
  readonly code: string | null
  readonly saleType: string
  readonly basePrice: number
  readonly isSet: boolean
  /** As visitors read it. */
  readonly spoken?: Readonly<Record<HeadingLanguage, string | null>>
  readonly isRetired?: boolean
}

/** The products that cells of an import may name, by their code, UUID or name. */
export interface Names {
  /** By its code or UUID. */
  product(name: string): NamedProduct | undefined
  /** Those that visitors read under a name: the retired ones only where no other has it. */
  called(name: string, language: HeadingLanguage): readonly NamedProduct[]
  /** The venue's name of a product. */
  shown(uuid: string): string
  /** The same names, but that a product is shown as visitors read it. */
  spoken(language: HeadingLanguage): Names
  /** A product of the file, which other sheets may name from now on. */
  add(product: NamedProduct): void
  /** A UUID that the deployment has somewhere else. */
  isForeign(uuid: string): boolean
}

/** The products of a site by their names. */
export async function readNames(read: Read, siteKey: string): Promise<Names> {
  const rows = await read
    .selectFrom('products')
    .leftJoin('product_texts as ja', join =>
      join.onRef('ja.product_id', '=', 'products.id').on('ja.lang', '=', 'ja'),
    )
    .leftJoin('product_texts as en', join =>
      join.onRef('en.product_id', '=', 'products.id').on('en.lang', '=', 'en'),
    )
    .select(['site_key', 'uuid', 'code', 'sale_type', 'base_price', 'product_type', 'retired_at'])
    .select(['ja.name as ja', 'en.name as en'])
    .execute()
  const own = rows.filter(row => row.site_key === siteKey)
  const foreign = new Set(rows.filter(row => row.site_key !== siteKey).map(({ uuid }) => uuid))
  const names = createNames(uuid => foreign.has(uuid))
  for (const { uuid, code, sale_type: saleType, base_price: basePrice, ja, en, ...row } of own) {
    const [isSet, isRetired] = [row.product_type === 'set', row.retired_at !== null]
    names.add({ uuid, code, saleType, basePrice, isSet, isRetired, spoken: { ja, en } })
  }
  return names
}

export function createNames(isForeign: (uuid: string) => boolean): Names {
  const byName = new Map<string, NamedProduct>()
  const shown = (uuid: string): string => byName.get(uuid)?.code ?? uuid
  const called = new Map<HeadingLanguage, ReadonlyMap<string, readonly NamedProduct[]>>()
  const allCalled = (language: HeadingLanguage) => {
    const all = [...byName].flatMap(([name, product]) => (name === product.uuid ? [product] : []))
    const grouped = Map.groupBy(all, product => alike(spokenName(product, language) ?? ''))
    called.set(language, grouped)
    return grouped
  }
  const names: Names = {
    isForeign,
    product: name => byName.get(name) ?? byName.get(name.toLowerCase()),
    called: (name, language) => {
      const all = (called.get(language) ?? allCalled(language)).get(alike(name)) ?? []
      const sold = all.filter(({ isRetired }) => isRetired !== true)
      return sold.length > 0 ? sold : all
    },
    shown,
    spoken: language => ({
      ...names,
      shown: uuid => spokenName(byName.get(uuid), language) ?? shown(uuid),
    }),
    add: product => {
      called.clear()
      byName.set(product.uuid, product)
      if (product.code !== null) byName.set(product.code, product)
    },
  }
  return names
}

function spokenName(product: NamedProduct | undefined, language: HeadingLanguage): string | null {
  const { ja = null, en = null } = product?.spoken ?? {}
  return language === 'ja' ? (ja ?? en) : (en ?? ja)
}

/** Full-width letters, capitals and the spaces between words make no other name. */
function alike(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

export function isUuid(name: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(name)
}

export function isCode(name: string): boolean {
  return /^[A-Za-z\d][\w-]{0,39}$/.test(name)
}
