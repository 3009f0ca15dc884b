import * as v from 'valibot'

import type { Database, Read } from '../db/database.ts'
import type { Tokens } from '../tokens.ts'
import { nothing } from './inputs.ts'
import {
  keysOfSeals,
  NO_ROOT,
  readSealable,
  rootOf,
  type Seal,
  type SealableLine,
  type SealedLine,
  sealedLine,
} from './seal-actions.ts'
import { staffVerb } from './staff-verb.ts'

export type SealFault =
  | { readonly kind: 'altered' | 'removed' | 'added'; readonly action: number }
  /** The seal is not the one that was written: it, or the one before it. */
  | { readonly kind: 'seal altered'; readonly after: number; readonly through: number }
  /** No seal has the actions in between. */
  | { readonly kind: 'seal removed'; readonly after: number; readonly through: number }

export interface Verified {
  readonly faults: readonly SealFault[]
  readonly seals: number
  /** Actions that a seal has. */
  readonly sealed: number
  /** Actions since the last seal: nothing protects them yet. */
  readonly unprotected: number
  /** In hexadecimal, the newest last. The log of the process has each of them. */
  readonly roots: readonly string[]
}

/** Whether the log of actions is as it was sealed. */
export const verifyActions = staffVerb({
  name: 'actions verify',
  permission: 'actions:read',
  reach: 'deployment',
  input: nothing,
  run: ({ db, tokens }: { readonly db: Database; readonly tokens: Pick<Tokens, 'seedsOf'> }) =>
    db.read(read => verifyAll(read, keysOfSeals(tokens))),
})

async function verifyAll(read: Read, keys: readonly Buffer[]): Promise<Verified> {
  const faults: SealFault[] = []
  const roots: string[] = []
  let [after, sealed] = [0, 0]
  let former: Buffer = NO_ROOT
  const seals = await readSeals(read)
  for (const { id } of seals) {
    const seal = await readSeal(read, id)
    if (seal.afterId !== after) faults.push({ kind: 'seal removed', after, through: seal.afterId })
    const lines = await readSealable(read, { after: seal.afterId, through: seal.throughId })
    faults.push(...judgeSeal(keys, seal, { former, lines }))
    sealed += lines.length
    after = seal.throughId
    former = seal.root
    roots.push(seal.root.toString('hex'))
  }
  const { count } = await read
    .selectFrom('staff_actions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '>', after)
    .executeTakeFirstOrThrow()
  return { faults, seals: seals.length, sealed, unprotected: count, roots }
}

function readSeals(read: Read): Promise<Array<{ readonly id: number }>> {
  return read.selectFrom('log_seals').select('id').orderBy('through_id').execute()
}

function readSeal(read: Read, id: number): Promise<Seal> {
  return read
    .selectFrom('log_seals')
    .select(['id', 'after_id as afterId', 'through_id as throughId', 'digests', 'root'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const sealedLines = v.array(
  v.object({
    id: v.number(),
    line: v.string(),
    reason: v.nullable(v.string()),
    details: v.record(v.string(), v.string()),
  }),
)

interface Now {
  /** The root of the seal before it. */
  readonly former: Buffer
  readonly lines: readonly SealableLine[]
}

/** The lines that are not as they were sealed. A key that was changed since has sealed what is older. */
function judgeSeal(keys: readonly Buffer[], seal: Seal, { former, lines }: Now): SealFault[] {
  const key = keys.find(one => rootOf(one, seal, former).equals(seal.root))
  const { afterId: after, throughId: through } = seal
  const faults: SealFault[] = key === undefined ? [{ kind: 'seal altered', after, through }] : []
  const kept = keptLines(seal.digests)
  const known = new Map(kept.map(one => [one.id, one]))
  for (const line of lines) {
    const was = known.get(line.id)
    const isAsItWas = was !== undefined && keys.some(one => isSame(was, sealedLine(one, line), line))
    if (!isAsItWas) faults.push({ kind: was === undefined ? 'added' : 'altered', action: line.id })
  }
  const there = new Set(lines.map(({ id }) => id))
  for (const { id } of kept) if (!there.has(id)) faults.push({ kind: 'removed', action: id })
  return faults
}

function keptLines(digests: string): readonly SealedLine[] {
  try {
    const read = v.safeParse(sealedLines, JSON.parse(digests))
    return read.success ? read.output : []
  } catch {
    return []
  }
}

/** An erasure empties the reason, and details: what is empty now may have been anything. */
function isSame(was: SealedLine, is: SealedLine, { reason, details }: SealableLine): boolean {
  const names = Object.keys(was.details)
  const isEmptied = Object.keys(details).length === 0
  return (
    was.line === is.line &&
    (reason === null || was.reason === is.reason) &&
    Object.keys(is.details).every(name => names.includes(name)) &&
    names.every(name => isEmptied || details[name] === 'null' || was.details[name] === is.details[name])
  )
}
