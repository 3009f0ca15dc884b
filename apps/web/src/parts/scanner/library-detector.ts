import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads codes where the browser cannot. Its program comes from our own build: the library would ask a third party for it. */
export async function createLibraryDetector(): Promise<BarcodeDetector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
