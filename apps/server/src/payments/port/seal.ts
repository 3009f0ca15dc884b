import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts provider secrets that must be stored: a reader of the database cannot use them without the server's key. */
export interface Seal {
  /** Returns different bytes each time. */
  close(secret: string): string
  /** @throws when the text was sealed with a key that is not known, or was changed. */
  open(sealed: string): string
  /** Position of the key that opens a text, 0 being the present one; -1 where none does. */
  positionOf(text: string): number
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a key derived from the server's own.
 * @param formerKeys open what was sealed with them, and seal nothing.
 */
export function createSeal(secretKey: string, formerKeys: readonly string[] = []): Seal {
  const key = sealKeyOf(secretKey)
  const others = formerKeys.map(sealKeyOf)
  return {
    close: secret => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open: sealed => {
      const former = others.find(other => isSealedWith(other, sealed))
      return opened(former ?? key, sealed)
    },
    positionOf: text => [key, ...others].findIndex(one => isSealedWith(one, text)),
  }
}

function sealKeyOf(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'payment references', 32))
}

function isSealedWith(key: Buffer, text: string): boolean {
  try {
    opened(key, text)
    return true
  } catch {
    return false
  }
}

function opened(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
}
