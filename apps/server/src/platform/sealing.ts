import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts what is stored and must open nothing to somebody who has only the database.
 * @param keys 32 bytes each, the present key first: `tokens.seedsOf(name)`.
 * @param about what it belongs to, so that it is of no use in another row.
 */
export function seal(keys: readonly Buffer[], about: string, text: string): Buffer {
  const [key] = keys
  if (key === undefined) throw new Error('there is no key to seal with')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The text, by the present key or a former one; undefined for a key that is gone, and for what somebody else wrote. */
export function unseal(keys: readonly Buffer[], about: string, sealed: Buffer): string | undefined {
  for (const key of keys) {
    const text = opened(key, about, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** The position of the key that opens it; -1 for none of them. */
export function sealedBy(keys: readonly Buffer[], about: string, sealed: Buffer): number {
  return keys.findIndex(key => opened(key, about, sealed) !== undefined)
}

function opened(key: Buffer, about: string, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag)
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
