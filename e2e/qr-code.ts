import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Locator } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const READER = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** The text that a reader gets from a QR code on the screen: undefined when it reads nothing. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  // Without this the library would be fetched from a third-party host.
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(READER)).buffer } })
  const picture = await code.screenshot()
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found?.text
}
