/** How long a pool of connections waits for the database, in seconds. */
export interface Patience {
  /** For a connection: a new one, or one of the pool that becomes free. */
  readonly connect: number
  /** For the answer to a statement; the database itself then gives it up. */
  readonly statement: number
  /** For a row or a table that another transaction has locked. */
  readonly lock: number
}

/** Somebody waits at a page. Together with the wait in a queue, no request takes longer than 15 seconds to be answered `busy`. */
export const FOR_VISITORS: Patience = { connect: 3, statement: 5, lock: 3 }

/** A member of the staff waits at a page of the console, whose reads are longer. */
export const FOR_STAFF: Patience = { connect: 3, statement: 10, lock: 3 }

/** Nobody waits at a page. */
export const FOR_WORKERS: Patience = { connect: 10, statement: 15, lock: 10 }

/** Statements that read whole tables: of a start, an upgrade, a command. */
export const FOR_WHOLE_TABLES: Patience = { connect: 10, statement: 300, lock: 10 }

/** A transaction whose program says nothing more, in seconds: a program that was stopped in its midst holds no lock longer. */
const SILENT_TRANSACTION = 10
/** A connection that nobody uses, in seconds: longer than a pool keeps one at rest. One that the network forgot takes up no room. */
const SILENT_SESSION = 60

/**
 * A database address whose connections tell the database of their patience, and have it look whether the program is still
 * there: a statement of a program that has gone ends. None is kept waiting by a compiler. What the address says in `options` itself has the last word.
 */
export function withPatience(databaseUrl: string, { statement, lock }: Patience): string {
  const [address = '', query = ''] = databaseUrl.split('?', 2)
  const settings = new URLSearchParams(query)
  const ours = Object.entries({
    statement_timeout: `${statement}s`,
    lock_timeout: `${lock}s`,
    idle_in_transaction_session_timeout: `${Math.max(SILENT_TRANSACTION, statement)}s`,
    idle_session_timeout: `${SILENT_SESSION}s`,
    client_connection_check_interval: '2s',
    tcp_keepalives_idle: '30',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '15s',
    // A plan is compiled anew for each run of it, which takes longer than any of ours runs.
    jit: 'off',
  }).map(([name, value]) => `-c ${name}=${value}`)
  settings.set('options', [...ours, settings.get('options') ?? ''].join(' ').trim())
  return `${address}?${settings.toString()}`
}
