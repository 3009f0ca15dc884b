/** A code in a picture, as `BarcodeDetector` tells it. */
interface FoundCode {
  readonly rawValue: string
  readonly boundingBox: Pick<DOMRectReadOnly, 'x' | 'y' | 'width' | 'height'>
}

/** The part of the browser's `BarcodeDetector` that is needed here. */
export interface CodeDetector {
  detect(picture: HTMLCanvasElement): Promise<readonly FoundCode[]>
}

interface NativeDetector {
  new (options: { readonly formats: readonly string[] }): CodeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  interface Window {
    /** Not in Safari and Firefox, and not in every Chrome. */
    readonly BarcodeDetector?: NativeDetector
  }
}

const QR = 'qr_code'

/**
 * Finds QR codes with what the browser has, or else with a library of our own build. Some browsers have a detector that fails at
 * its first picture: the library takes its place.
 */
export async function openDetector(): Promise<CodeDetector> {
  const native = await nativeDetector()
  if (native === null) return libraryDetector()
  let detector = native
  return {
    detect: async picture => {
      try {
        return await detector.detect(picture)
      } catch (error) {
        if (detector !== native) throw error
        detector = await libraryDetector()
        return detector.detect(picture)
      }
    },
  }
}

async function nativeDetector(): Promise<CodeDetector | null> {
  const Detector = window.BarcodeDetector
  if (Detector === undefined) return null
  try {
    return (await Detector.getSupportedFormats()).includes(QR) ? new Detector({ formats: [QR] }) : null
  } catch {
    return null
  }
}

async function libraryDetector(): Promise<CodeDetector> {
  const { createLibraryDetector } = await import('./library-detector.ts')
  return createLibraryDetector()
}

/** The text of the code nearest to the middle of a picture: a list of tickets shows several. Null where there is none. */
export function textInMiddle(
  codes: readonly FoundCode[],
  { width, height }: HTMLCanvasElement,
): string | null {
  const distanceOf = ({ boundingBox: box }: FoundCode): number =>
    Math.hypot(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2)
  const [nearest] = codes.toSorted((a, b) => distanceOf(a) - distanceOf(b))
  return nearest === undefined || nearest.rawValue === '' ? null : nearest.rawValue
}
