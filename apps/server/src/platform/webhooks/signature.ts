import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret as Standard Webhooks writes it: receivers have libraries that take it. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

interface SignedMessage {
  /** The id of the event: the same at every try. */
  readonly id: string
  /** Seconds since 1970: of this try. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a message, signed with each secret that is valid now (https://www.standardwebhooks.com). */
export function signedHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
