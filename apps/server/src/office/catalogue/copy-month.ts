import { jstDateOf } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { site, uuid } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { boundsOf, copiedMonth, mayBeCopied } from './copied-month.ts'
import { jsonOfRows } from './export-catalogue.ts'
import { days } from './sheets/days.ts'
import { readNames } from './sheets/names.ts'
import { spans } from './sheets/spans.ts'

const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

interface Asked {
  readonly siteKey: string
  readonly product: string
  readonly from: string
  readonly to: string
}

type MonthCopy =
  | { readonly kind: 'copied'; readonly content: string; readonly kept: number }
  | { readonly kind: 'nothing' | 'out of reach' }

/** A small sheet that makes a month like another one. Nothing is written: it is imported as any sheet is. */
export const copyMonth = staffVerb({
  name: 'catalogue copy-month',
  permission: 'catalogue:write',
  reach: 'site',
  input: v.object({ ...site, product: uuid, from: month, to: month }),
  run: readCopy,
})

async function readCopy(
  { db }: Pick<CatalogueDeps, 'db'>,
  { siteKey, product, ...months }: Asked,
  { clock }: Act,
): Promise<MonthCopy> {
  const asked = { ...months, today: jstDateOf(clock.now()) }
  if (!mayBeCopied(asked)) return { kind: 'out of reach' }
  return db.read(async read => {
    const names = await readNames(read, siteKey)
    if (names.product(product) === undefined) return { kind: 'nothing' }
    const scope = (asMonth: string) => {
      const [from, until] = boundsOf(asMonth)
      return { siteKey, names, products: [product], days: { from, until } }
    }
    const source = {
      days: await days.current(read, scope(asked.from)),
      spans: await spans.current(read, scope(asked.from)),
    }
    const made = copiedMonth(source, await days.current(read, scope(asked.to)), asked)
    const content = jsonOfRows([
      { sheet: days, names, rows: made.days },
      { sheet: spans, names, rows: made.spans },
    ])
    return { kind: 'copied', content, kept: made.kept }
  })
}
