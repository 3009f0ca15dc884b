import { sql } from 'kysely'
import type { Logger } from 'pino'

import { leaksIn, withoutLeaks } from '../../../tools/check/log-leaks.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/http/request-log.ts'

/** A name that no table stores, so that {@link plantedIn} does not find it: the holder of a card. */
const PLANTED = ['TARO YAMADA']

/** Shorter ones (bytes of UTF-8) occur in logs by chance; two characters of Japanese make a name. */
const SHORTEST_NAME = 6

/** Checks what a server writes for what no log may contain (S-7.11, S-15.02). */
export interface WatchedOutput {
  /** The whole lines so far, each with its end. */
  readonly lines: readonly string[]
  /** Receives the next piece: whole lines, or parts of them. */
  write(piece: string): void
  /**
   * @param planted names and phones besides those that every test knows. Mail addresses and card numbers are recognised
   * by their form.
   * @throws with the form of every line that contained what no log may contain.
   */
  verify(planted?: readonly string[]): void
}

export function watchOutput(): WatchedOutput {
  const lines: string[] = []
  let begun = ''
  return {
    lines,
    write: piece => {
      const parts = `${begun}${piece}`.split(/(?<=\n)/)
      begun = piece.endsWith('\n') ? '' : (parts.pop() ?? '')
      lines.push(...parts)
    },
    verify: (planted = []) => {
      const words = [...PLANTED, ...planted]
      const leaks = [...lines, begun].filter(line => leaksIn(line, words).length > 0)
      if (leaks.length > 0)
        throw new Error(
          `logged what no log may hold:\n${leaks.map(line => withoutLeaks(line, words)).join('\n')}`,
        )
    },
  }
}

export interface WatchedLog extends Pick<WatchedOutput, 'lines' | 'verify'> {
  readonly log: Logger
}

/** In the address of a test file: every tenth of these times could be the number of a card. */
const LOADED_AT = /\?vitest=\d+/g

/** The log of the product at its most detailed level, read instead of shown. */
export function createWatchedLog(): WatchedLog {
  const output = watchOutput()
  const write = (line: string): void => output.write(line.replaceAll(LOADED_AT, ''))
  return { ...output, log: createLog('trace', { write }) }
}

/** Names and phones of everybody in the database: its buyers and members. */
export async function plantedIn(db: Database): Promise<string[]> {
  const { rows } = await db.read(tx =>
    sql<{ readonly words: string }>`
      select answer ->> 'value' as words from orders, jsonb_array_elements(customer_info) as answer
       where answer ->> 'key' in ('fullname', 'phone')
      union select name from members union select phone from members`.execute(tx),
  )
  return rows.map(({ words }) => words).filter(words => Buffer.byteLength(words) >= SHORTEST_NAME)
}
