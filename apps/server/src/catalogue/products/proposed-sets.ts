import type { CatalogueProduct } from './catalogue.ts'

export interface ProposedSet {
  readonly product: CatalogueProduct
  /** Units that the venue proposes with one order; with several main products, the largest number. */
  readonly num: number
}

/** The set products among `products` that go with any of the main products, each once, in the order of the links. */
export function proposedSets(
  products: readonly CatalogueProduct[],
  mainProductIds: readonly number[],
): ProposedSet[] {
  const byId = new Map(products.map(product => [product.id, product]))
  const nums = new Map<number, number>()
  for (const product of products) {
    if (product.productType !== 'main' || !mainProductIds.includes(product.id)) continue
    for (const { productId, num } of product.sets)
      nums.set(productId, Math.max(num, nums.get(productId) ?? 0))
  }
  return Array.from(nums, ([id, num]) => ({ product: byId.get(id), num })).flatMap(({ product, num }) =>
    product?.productType === 'set' ? { product, num } : [],
  )
}
