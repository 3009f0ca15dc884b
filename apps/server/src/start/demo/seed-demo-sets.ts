import type { Tx } from '../../platform/db/database.ts'
import { DEMO_SET_PRODUCTS } from './demo-set-products.ts'
import { seedDemoProducts, type SeededProduct } from './seed-demo-products.ts'

/**
 * Adds the set products and their links to main products, as `seedDemoProducts` does; an existing link is left
 * unchanged.
 */
export async function seedDemoSets(tx: Tx, mains: readonly SeededProduct[]): Promise<SeededProduct[]> {
  const sets = await seedDemoProducts(tx, DEMO_SET_PRODUCTS, 'set')
  const ids = new Map([...mains, ...sets].map(({ uuid, id }) => [uuid, id]))
  const links = DEMO_SET_PRODUCTS.flatMap(({ uuid, goesWith, num }, position) =>
    goesWith.map(main => ({ product_id: idOf(ids, main), set_product_id: idOf(ids, uuid), position, num })),
  )
  await tx
    .insertInto('product_sets')
    .values(links)
    .onConflict(conflict => conflict.columns(['product_id', 'set_product_id']).doNothing())
    .execute()
  return sets
}

function idOf(ids: ReadonlyMap<string, number>, uuid: string): number {
  const id = ids.get(uuid)
  if (id === undefined) throw new Error(`no product was seeded for ${uuid}`)
  return id
}
