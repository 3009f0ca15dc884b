import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'

import { KnownTexts } from './known-texts.ts'

type Options = Parameters<DatabaseConnection['executeQuery']>[1]

/**
 * PostgreSQL whose transactions are committed only when every statement of them has been answered: one that nobody awaited
 * could fail unseen, or run after the commit.
 */
export class AwaitingDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new KnownTexts()
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    if (!(driver instanceof PostgresDriver)) throw new Error('the driver of PostgreSQL is another one')
    const underWay = new WeakMap<DatabaseConnection, number>()
    const count = (connection: DatabaseConnection, more: number): number => {
      const now = (underWay.get(connection) ?? 0) + more
      underWay.set(connection, now)
      return now
    }
    const acquire = driver.acquireConnection.bind(driver)
    const commit = driver.commitTransaction.bind(driver)
    return Object.assign(driver, {
      acquireConnection: async (): Promise<DatabaseConnection> => {
        const connection = await acquire()
        // A connection is used again and again, and counted once.
        if (underWay.has(connection)) return connection
        count(connection, 0)
        const execute = connection.executeQuery.bind(connection)
        return Object.assign(connection, {
          executeQuery: async <R>(query: CompiledQuery, options?: Options): Promise<QueryResult<R>> => {
            count(connection, 1)
            try {
              return await execute<R>(query, options)
            } finally {
              count(connection, -1)
            }
          },
        })
      },
      commitTransaction: async (connection: DatabaseConnection): Promise<void> => {
        if (count(connection, 0) > 0) throw new Error('a statement of a transaction was not awaited')
        await commit(connection)
      },
    })
  }
}
