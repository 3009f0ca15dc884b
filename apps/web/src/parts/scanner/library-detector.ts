import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

import type { CodeDetector } from './code-detector.ts'

/** Reads codes where the browser cannot. Its program comes from our own build: the library would ask a third party for it. */
export async function createLibraryDetector(): Promise<CodeDetector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
