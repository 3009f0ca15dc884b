import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts provider secrets that must be stored: a reader of the database cannot use them without the server's key. */
export interface Seal {
  /** Returns different bytes each time. */
  close(secret: string): string
  /** @throws when the text was sealed with another key, or was changed. */
  open(sealed: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived from the server's own. */
export function createSeal(secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'payment references', 32))
  return {
    close: secret => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open: sealed => {
      const bytes = Buffer.from(sealed, 'base64url')
      const [nonce, tag] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ]
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(tag)
      const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
  }
}
