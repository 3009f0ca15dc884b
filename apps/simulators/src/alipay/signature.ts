import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** The content that is signed. `path` begins at the root of the provider's host; `time` is the value of its header. */
export interface SignedContent {
  readonly path: string
  readonly clientId: string
  readonly time: string
  readonly body: string
}

/** `algorithm=RSA256,keyVersion=1,signature=…` over the message. @param key base64 of PKCS #8. */
export function signatureOf(signed: SignedContent, key: string): string {
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign('sha256', Buffer.from(contentOf(signed)), privateKey).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

/** @param key base64 of SPKI. */
export function isSigned(signed: SignedContent, header: string, key: string): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const [, given] = /^algorithm=RSA256,\s*keyVersion=\d+,\s*signature=([\w%.~-]+)$/.exec(header) ?? []
  if (given === undefined) return false
  const signature = Buffer.from(decodeURIComponent(given), 'base64')
  return verify('sha256', Buffer.from(contentOf(signed)), publicKey, signature)
}

function contentOf({ path, clientId, time, body }: SignedContent): string {
  return `POST ${path}\n${clientId}.${time}.${body}`
}
