import { type KeyObject, sign, verify } from 'node:crypto'

/**
 * Signatures of AMS, the same in both directions: SHA-256 with RSA (PKCS #1 v1.5) over method and path, client, time
 * and the body's exact bytes. `time` is the string of the header, `Request-Time` or `Response-Time`.
 */
export interface SignedMessage {
  /** From the root of the host, `/ams/api/v1/payments/pay`. */
  readonly path: string
  readonly clientId: string
  readonly time: string
  readonly body: string | Buffer
}

/** The value of the header `Signature`. */
export function signatureOf(message: SignedMessage, privateKey: KeyObject): string {
  const signature = sign('RSA-SHA256', contentOf(message), privateKey).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

/** Whether the header is the signature of this message by the key that belongs to `publicKey`. */
export function isSignedBy(message: SignedMessage, header: string, publicKey: KeyObject): boolean {
  const fields = new Map(header.split(',').map(pair => halvesOf(pair.trim())))
  const signature = decoded(fields.get('signature') ?? '')
  if (fields.get('algorithm') !== 'RSA256' || signature === undefined) return false
  return verify('RSA-SHA256', contentOf(message), publicKey, signature)
}

function contentOf({ path, clientId, time, body }: SignedMessage): Buffer {
  return Buffer.concat([
    Buffer.from(`POST ${path}\n${clientId}.${time}.`, 'utf8'),
    typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
  ])
}

/** Base64 itself may contain `=`. */
function halvesOf(pair: string): readonly [string, string] {
  const end = pair.indexOf('=')
  return end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
}

function decoded(value: string): Buffer | undefined {
  try {
    return value === '' ? undefined : Buffer.from(decodeURIComponent(value), 'base64')
  } catch {
    return undefined
  }
}
