import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/**
 * How long one question to one server may take, in ms, and how often it is asked. The signal of the whole try ends it
 * sooner.
 */
const QUESTION = { timeout: 2_000, tries: 2 }

/**
 * Every address of a name, of both families: one that can't be asked for is not an answer. The system's own look-up would keep one of four
 * threads of the process for as long as a name server says nothing, and can't be stopped; this one reads no `/etc/hosts`.
 * @param servers those of the machine without it. Tests have one of their own.
 */
export async function resolveHost(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver(QUESTION)
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const families = [resolver.resolve4(host), resolver.resolve6(host)]
    return (await Promise.all(families.map(orNone))).flat()
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** A name of one family has nothing of the other. */
function orNone(asked: Promise<string[]>): Promise<readonly string[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === NODATA || error.code === NOTFOUND) return []
    throw error
  })
}
