import type { SignedCode } from '@kippu/domain/check-in/signed-code'
import { signedBytesOf } from '@kippu/domain/check-in/signed-code'
import { verifyAsync } from '@noble/ed25519'

import type { KeptLists } from './kept.ts'

/**
 * Whether a site signed this code, with a key that it still has. The library is the same in every browser: the one of the platform is missing in
 * those of some phones that are in use.
 */
export async function isSignedBy(
  { siteKey, keys }: Pick<KeptLists, 'siteKey' | 'keys'>,
  { claim, payload, signature }: SignedCode,
): Promise<boolean> {
  const key = keys.find(({ number }) => number === claim.keyNumber)
  if (key === undefined) return false
  try {
    return await verifyAsync(signature, signedBytesOf(siteKey, payload), bytesOf(key.publicKey), {
      zip215: false,
    })
  } catch {
    // The bytes are not a signature, or not a key.
    return false
  }
}

/** The bytes of base64url. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
}
