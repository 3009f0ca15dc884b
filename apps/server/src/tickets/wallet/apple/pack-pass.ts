import { hash } from 'node:crypto'

import { zipSync } from 'fflate'

import type { AppleWalletAccount } from '../accounts/apple-wallet-account.ts'
import { signDetached } from './sign-detached.ts'

/** The files of a pass by their names. */
export type PassFiles = Readonly<Record<string, Uint8Array>>

/**
 * A pass as a phone takes it: its files, a manifest with the SHA-1 of each (which Apple's format asks for), and the signature of that.
 * @param at when it is signed.
 */
export function packPass(files: PassFiles, account: AppleWalletAccount, at: Date): Buffer {
  const hashes = Object.entries(files).map(([name, bytes]) => [name, hash('sha1', bytes)] as const)
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(hashes)))
  return zipped({ ...files, 'manifest.json': manifest, signature: signDetached(manifest, account, at) })
}

/** Several passes in one file. */
export function bundlePasses(passes: readonly Buffer[]): Buffer {
  return zipped(Object.fromEntries(passes.map((pass, index) => [`${index + 1}.pkpass`, pass] as const)))
}

function zipped(files: PassFiles): Buffer {
  return Buffer.from(zipSync(files))
}
