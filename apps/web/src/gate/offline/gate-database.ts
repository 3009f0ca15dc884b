/**
 * The database of a device of the staff. Its key lies beside what it has not reported yet: a browser that removes one removes both, and no
 * half of them is left. All tabs of a device share it, and a transaction that writes keeps the others waiting.
 */
const VERSION = 1

const STORES = ['device', 'lists', 'tickets', 'scans', 'conflicts'] as const
type StoreName = (typeof STORES)[number]

/** The one row of a store that has one. */
export const ONLY = 'only'

export interface Stored {
  get(key: string): Promise<unknown>
  /** The first of an index. */
  getBy(index: string, value: string | number): Promise<unknown>
  all(): Promise<readonly unknown[]>
  allBy(index: string, value: string | number, most?: number): Promise<readonly unknown[]>
  count(): Promise<number>
  countBy(index: string, value: string | number): Promise<number>
  put(value: unknown, key?: string): Promise<void>
  remove(key: string | number): Promise<void>
  clear(): Promise<void>
}

type Opened<Name extends StoreName> = Readonly<Record<Name, Stored>>

export interface GateDatabase {
  /** Reads only. */
  read<Name extends StoreName, Result>(
    names: readonly Name[],
    work: (stores: Opened<Name>) => Promise<Result>,
  ): Promise<Result>
  /**
   * Runs alone and whole, in all tabs, and resolves once it is on the disk. `work` may wait for nothing but these stores; whatever it
   * throws leaves everything as it was.
   */
  write<Name extends StoreName, Result>(
    names: readonly Name[],
    work: (stores: Opened<Name>) => Promise<Result>,
  ): Promise<Result>
  close(): void
}

export async function openGateDatabase(factory: IDBFactory, name = 'kippu-gate'): Promise<GateDatabase> {
  const request = factory.open(name, VERSION)
  request.addEventListener('upgradeneeded', () => create(request.result))
  const database = await resultOf(request)
  // A newer program in another tab waits for nobody.
  database.addEventListener('versionchange', () => database.close())
  return {
    read: (names, work) => run(database.transaction([...names], 'readonly'), names, work),
    write: (names, work) =>
      run(database.transaction([...names], 'readwrite', { durability: 'strict' }), names, work),
    close: () => database.close(),
  }
}

function create(database: IDBDatabase): void {
  database.createObjectStore('device')
  database.createObjectStore('lists')
  database.createObjectStore('tickets', { keyPath: 'uid' })
  const scans = database.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true })
  scans.createIndex('scanId', 'scanId', { unique: true })
  scans.createIndex('uid', 'uid')
  scans.createIndex('waiting', 'waiting')
  database.createObjectStore('conflicts', { keyPath: 'scanId' })
}

async function run<Name extends StoreName, Result>(
  transaction: IDBTransaction,
  names: readonly Name[],
  work: (stores: Opened<Name>) => Promise<Result>,
): Promise<Result> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('the transaction was aborted')),
    )
  })
  // A failure of the work is what the caller learns.
  done.catch(() => undefined)
  const stores = storesOf(transaction, names)
  try {
    const result = await work(stores)
    await done
    return result
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
    throw error
  }
}

function storesOf<Name extends StoreName>(transaction: IDBTransaction, names: readonly Name[]): Opened<Name> {
  const stores: Partial<Record<Name, Stored>> = {}
  for (const name of names) stores[name] = storedIn(transaction.objectStore(name))
  const isWhole = (part: Partial<Record<Name, Stored>>): part is Record<Name, Stored> =>
    names.every(name => part[name] !== undefined)
  if (!isWhole(stores)) throw new Error('a store is not open')
  return stores
}

function storedIn(store: IDBObjectStore): Stored {
  return {
    get: key => resultOf<unknown>(store.get(key)),
    getBy: (index, value) => resultOf<unknown>(store.index(index).get(value)),
    all: () => resultOf<unknown[]>(store.getAll()),
    allBy: (index, value, most) => resultOf<unknown[]>(store.index(index).getAll(value, most)),
    count: () => resultOf(store.count()),
    countBy: (index, value) => resultOf(store.index(index).count(value)),
    put: async (value, key) => {
      await resultOf(store.put(value, key))
    },
    remove: async key => {
      await resultOf(store.delete(key))
    },
    clear: async () => {
      await resultOf(store.clear())
    },
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })
}
