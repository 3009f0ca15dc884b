import { generateKeyPairSync } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as v from 'valibot'

import type { SimulatorsPlace } from '../core/simulators-place.ts'

export const CLIENT_ID = 'SIMULATED_SHOP'

const pairSchema = v.object({ privateKey: v.string(), publicKey: v.string() })
const keysSchema = v.object({ store: pairSchema, alipay: pairSchema })

/** The keys of both sides, as base64 of PKCS #8 and SPKI. */
export type AlipayKeys = v.InferOutput<typeof keysSchema>

/** The store's variables that lead to this simulator instead of Antom. */
export function variables({ origin, dataDir }: SimulatorsPlace): Record<string, string> {
  const { store, alipay } = openAlipayKeys(join(dataDir, 'simulators'))
  return {
    ALIPAY_CLIENT_ID: CLIENT_ID,
    ALIPAY_PRIVATE_KEY: store.privateKey,
    ALIPAY_PUBLIC_KEY: alipay.publicKey,
    ALIPAY_API_URL: `${origin}/alipay`,
  }
}

/** Reads `alipay-keys.json` of the folder, and makes it at the first call. No key is in the repository. */
export function openAlipayKeys(folder: string): AlipayKeys {
  const path = join(folder, 'alipay-keys.json')
  if (!existsSync(path)) create(path, folder)
  return v.parse(keysSchema, JSON.parse(readFileSync(path, 'utf8')))
}

/** Makes the file whole or not at all. If two processes make it at once, the first one's file stays. */
function create(path: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, JSON.stringify(keysOfProcess()), { mode: 0o600 })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(own)
  }
}

let made: AlipayKeys | undefined

/** Making keys takes a while, so a process that opens many folders makes them once. */
function keysOfProcess(): AlipayKeys {
  made ??= { store: makePair(), alipay: makePair() }
  return made
}

function makePair(): AlipayKeys['store'] {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}
