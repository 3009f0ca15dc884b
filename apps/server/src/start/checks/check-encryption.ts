import type { Logger } from 'pino'

import type { Env } from '../../platform/variables/env.ts'
import { isPrivateHost } from '../../platform/variables/addresses.ts'

/** Modes of `sslmode` in which the certificate of the database is checked. */
const CHECKED = new Set(['verify-full', 'verify-ca', 'require'])

/**
 * Warns, in production, of a connection that leaves this machine and its private network without TLS: anybody on the way would
 * read names and addresses. A name may be of a private network, so it is a warning alone.
 */
export function checkEncryption(
  {
    production,
    databaseUrl,
    databaseReplicaUrl,
    smtpUrl,
  }: Pick<Env, 'production' | 'databaseUrl' | 'databaseReplicaUrl' | 'smtpUrl'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (!production) return
  for (const [name, url] of [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_REPLICA_URL', databaseReplicaUrl],
  ] as const) {
    const database = url === null ? null : new URL(url)
    if (database !== null && isFarAway(database) && !CHECKED.has(database.searchParams.get('sslmode') ?? ''))
      log.warn(`${name}: the connection is not encrypted; add sslmode=verify-full`)
  }
  const mail = smtpUrl === null ? null : new URL(smtpUrl)
  if (mail?.protocol !== 'smtp:' || !isFarAway(mail)) return
  if (mail.searchParams.get('requireTLS') !== 'true')
    log.warn('SMTP_URL: mails may leave without encryption; begin it with smtps:// or add requireTLS=true')
}

/** A socket of this machine has no host, or a path for one. */
function isFarAway({ hostname }: URL): boolean {
  const host = decodeURIComponent(hostname).replaceAll(/^\[|\]$/g, '')
  return host !== '' && !host.startsWith('/') && !isPrivateHost(host)
}
