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
}

/** The products that cells of an import may name, by their code or UUID. */
export interface Names {
  product(name: string): NamedProduct | undefined
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
    .select(['site_key', 'uuid', 'code', 'sale_type', 'base_price', 'product_type'])
    .select(['ja.name as ja', 'en.name as en'])
    .execute()
  const own = rows.filter(row => row.site_key === siteKey)
  const foreign = new Set(rows.filter(row => row.site_key !== siteKey).map(({ uuid }) => uuid))
  const names = createNames(uuid => foreign.has(uuid))
  for (const { uuid, code, sale_type: saleType, base_price: basePrice, product_type, ja, en } of own)
    names.add({ uuid, code, saleType, basePrice, isSet: product_type === 'set', spoken: { ja, en } })
  return names
}

export function createNames(isForeign: (uuid: string) => boolean): Names {
  const byName = new Map<string, NamedProduct>()
  const shown = (uuid: string): string => byName.get(uuid)?.code ?? uuid
  const names: Names = {
    isForeign,
    product: name => byName.get(name) ?? byName.get(name.toLowerCase()),
    shown,
    spoken: language => ({
      ...names,
      shown: uuid => {
        const { ja = null, en = null } = byName.get(uuid)?.spoken ?? {}
        return (language === 'ja' ? (ja ?? en) : (en ?? ja)) ?? shown(uuid)
      },
    }),
    add: product => {
      byName.set(product.uuid, product)
      if (product.code !== null) byName.set(product.code, product)
    },
  }
  return names
}

export function isUuid(name: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(name)
}

export function isCode(name: string): boolean {
  return /^[A-Za-z\d][\w-]{0,39}$/.test(name)
}
