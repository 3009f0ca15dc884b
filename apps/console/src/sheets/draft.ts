import * as v from 'valibot'

import { forget, keep, readKept } from '../kept'
import type { Cells } from './pasted'

const draft = v.object({ sheet: v.string(), cells: v.array(v.array(v.string())), at: v.string() })

/** Rows that somebody typed and did not send. */
export interface Draft {
  readonly sheet: string
  readonly cells: Cells
  readonly at: string
}

interface Whose {
  readonly name: string
  readonly site: string
}

const keptAs = ({ name, site }: Whose): string => `console-rows ${site} ${name}`

export function readDraft(whose: Whose): Draft | null {
  const text = readKept(keptAs(whose))
  const read = text === null ? undefined : v.safeParse(v.pipe(v.string(), v.parseJson(), draft), text)
  return read?.success === true ? read.output : null
}

export function keepDraft(whose: Whose, rows: Draft): void {
  keep(keptAs(whose), JSON.stringify(rows))
}

export function forgetDraft(whose: Whose): void {
  forget(keptAs(whose))
}
