import { PRODUCT_SHEETS } from '@kippu/contract/console/products'
import * as v from 'valibot'

import { forget, keep, readKept } from '../kept'
import type { Edit } from './edits'

const kept = v.array(
  v.object({
    sheet: v.picklist(PRODUCT_SHEETS),
    keys: v.array(v.string()),
    column: v.string(),
    before: v.string(),
    after: v.string(),
  }),
)

interface Whose {
  readonly name: string
  readonly site: string
  readonly product: string
}

const keptAs = ({ name, site, product }: Whose): string => `console-product ${site} ${product} ${name}`

/** Edits that somebody typed and did not send. */
export function readEdits(whose: Whose): readonly Edit[] {
  const text = readKept(keptAs(whose))
  const read = text === null ? undefined : v.safeParse(v.pipe(v.string(), v.parseJson(), kept), text)
  return read?.success === true ? read.output : []
}

export function keepEdits(whose: Whose, edits: readonly Edit[]): void {
  if (edits.length === 0) forget(keptAs(whose))
  else keep(keptAs(whose), JSON.stringify(edits))
}
