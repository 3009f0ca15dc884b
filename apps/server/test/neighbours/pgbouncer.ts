import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { startDebianProgram } from './debian-program.ts'

/** PgBouncer in transaction mode before one database. */
export interface Pooler {
  /** The database, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** Fewer connections of the database than the store opens of its own, so that these change all the time. */
const CONNECTIONS = 4

/** @param ignored The startup parameters that it ignores; it refuses all others that it does not know. */
export async function startPgBouncer(
  databaseUrl: string,
  ignored = 'extra_float_digits, options',
): Promise<Pooler> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await claimPort()
  const settings = `[databases]
${name} = host=${hostname} port=${databasePort} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
ignore_startup_parameters = ${ignored}
server_login_retry = 1
`
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings)
  const pooler = await startDebianProgram('pgbouncer', [file], {
    folder,
    logFile: 'log',
    unprivileged: true,
    isReady: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.destroy()
      return true
    },
  })
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    stop: async () => {
      await pooler.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
