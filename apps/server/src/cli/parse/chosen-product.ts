import { findProducts } from '../../catalogue/products/find-product.ts'
import { type CommandDeps, UsageError } from '../command.ts'

/** The UUID of the product that somebody typed. @throws UsageError when the site has none of this UUID, code or name, or several. */
export async function chosenProduct(deps: CommandDeps, siteKey: string, typed: string): Promise<string> {
  const [uuid, ...others] = await findProducts(deps, { siteKey, typed })
  if (uuid === undefined)
    throw new UsageError(
      `${siteKey} has no product ${typed}: name it by its code, its whole name or its UUID`,
    )
  if (others.length > 0)
    throw new UsageError(`several products of ${siteKey} are called ${typed}: name one by its code`)
  return uuid
}
