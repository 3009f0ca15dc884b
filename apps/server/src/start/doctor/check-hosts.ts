import { isIP } from 'node:net'
import { connect } from 'node:tls'

import type { EnvParts } from '../environment/env-parts.ts'
import type { ServerEnv } from '../environment/read-env.ts'
import { type Dated, reach } from './reach.ts'
import { advice, fault, type Finding, messageOf, ok } from './finding.ts'

const DAY_MS = 86_400_000
/** A certificate that renews itself does so a month before its end. */
const LEAST_DAYS = 14
const PATIENCE_MS = 10_000
/**
 * A question that every visitor may ask, and that needs the database: the proxy keeps `/readyz` to the operator
 * (docs/proxy/kippu.conf).
 */
const ASKED = '/api/v1/langs'

interface HostReport {
  readonly findings: readonly Finding[]
  readonly dated: readonly Dated[]
}

/** Each public address of the store, as a visitor comes to it: name, TLS, and that it is this store that answers. */
export async function checkHosts(env: ServerEnv, { sites }: EnvParts): Promise<HostReport> {
  if (!env.production) return { findings: [ok('hosts', 'none outside production')], dated: [] }
  const origins = [
    ...sites.all.map(({ key }) => sites.originOf(key)),
    ...(env.apiOrigin ? [env.apiOrigin] : []),
  ]
  const reports = await Promise.all([...new Set(origins)].map(checkOrigin))
  return { findings: reports.flatMap(one => one.findings), dated: reports.flatMap(one => one.dated) }
}

async function checkOrigin(origin: string): Promise<HostReport> {
  const answer = await reach(`${origin}${ASKED}`)
  const { host } = new URL(origin)
  if (answer.kind === 'lost') {
    const todo = /CERT|SELF_SIGNED|UNABLE_TO|SSL|ALTNAME/.test(answer.why)
      ? 'give the proxy a certificate of this name that visitors trust'
      : 'let the name lead to the proxy, and start the proxy'
    return { findings: [fault('hosts', `${origin} does not answer (${answer.why})`, todo)], dated: [] }
  }
  const dated = answer.date === null ? [] : [{ host, ...answer.date }]
  if (!answer.isStore)
    return {
      findings: [
        fault(
          'hosts',
          `${origin} is answered by another program (${answer.status})`,
          'pass the host on to the store: docs/proxy',
        ),
      ],
      dated,
    }
  const ready =
    answer.status === 200
      ? ok('hosts', `${origin} leads to the store`)
      : advice('hosts', `${origin} leads to a store that is not ready (${answer.status})`, 'see its log')
  return { findings: [...(await checkCertificate(origin)), ready], dated }
}

async function checkCertificate(origin: string): Promise<readonly Finding[]> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return []
  try {
    const days = (await certificateEnd(hostname, Number(port || 443))) / DAY_MS
    if (days >= LEAST_DAYS) return []
    return [advice('hosts', `the certificate of ${hostname} ends in ${Math.floor(days)} days`, 'renew it')]
  } catch (error) {
    return [fault('hosts', `${hostname}: ${messageOf(error)}`, 'see the proxy')]
  }
}

/** Milliseconds from now on. */
function certificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port, ...named }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.end()
      resolve(Date.parse(end) - Date.now())
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer to a TLS handshake')))
    socket.on('error', reject)
  })
}
