// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { base45Of } from '@kippu/domain/check-in/base45'
import { SIGNED_PREFIX } from '@kippu/domain/check-in/signed-code'
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { rounds } from '../../../../../tools/test/proof-choice.ts'
import { createRandom, lensOf, photograph, type Picture, type Scene } from '../../../test/simulated-camera.ts'
import { qrModulesOf } from '../../ui/qr-modules.ts'
import { regionsOf } from './picture-regions.ts'

/** The camera of a phone: 8 megapixels of film, 69 degrees across, as that of most of the last ten years. */
const LENS = lensOf(3840, 2160, 69)
/** A ticket on a card, on a phone of 390 points: 304 points of 6.46 cm by 393. Enlarged it is wider. */
const CODE_WIDTH = 0.05
const HOW_MANY = rounds({ short: 4, whole: 1_000 })

/** What the library asks of a browser. */
class Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

let detector: BarcodeDetector

beforeAll(async () => {
  vi.stubGlobal('ImageData', Pixels)
  vi.stubGlobal('DOMRectReadOnly', class {})
  const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(file).buffer },
    fireImmediately: true,
  })
  detector = new BarcodeDetector({ formats: ['qr_code'] })
})

const imageOf = ({ side, grey }: Picture): ImageData => {
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let i = 0; i < grey.length; i += 1) data.fill(grey[i] ?? 0, i * 4, i * 4 + 3)
  return new ImageData(data, side, side)
}

/** Whether one picture is read: of each region that the page looks at, that of a far code first. */
async function isRead(scene: Scene, text: string, random: () => number): Promise<boolean> {
  for (const region of regionsOf(LENS).toReversed()) {
    const found = await detector.detect(imageOf(photograph(scene, LENS, region, random)))
    if (found.some(({ rawValue }) => rawValue === text)) return true
  }
  return false
}

type Random = (least: number, most: number) => number

/** As a visitor holds a phone to a gate, from 30 cm to 1.5 m. */
function undamaged(random: Random, modules: Scene['modules']): Scene {
  return {
    modules,
    codeWidth: CODE_WIDTH,
    distance: random(0.3, 1.5),
    offset: [random(-0.03, 0.03), random(-0.03, 0.03)],
    pitch: random(-20, 20),
    yaw: random(-20, 20),
    roll: random(-15, 15),
    black: 25,
    white: 225,
    ground: 110,
    blur: 0.5,
    shake: 0,
    noise: 3,
    glare: null,
    cracks: [],
  }
}

/** What is wrong with a picture, up to 80 cm away. */
const DAMAGES = {
  /** The sun on the glass: little contrast, and a reflection that is wholly white in its middle. */
  bright: random => ({
    black: 150,
    white: 255,
    glare: { at: [random(5, 45), random(5, 45)], size: random(5, 12), light: random(60, 120) },
  }),
  /** A dim screen in a dark hall: a fifth to a third of the light, and the noise of an eye that strains. */
  dark: random => ({ black: 12, white: random(50, 90), ground: 8, noise: 5 }),
  rotated: random => ({ roll: random(0, 360), pitch: random(-40, 40), yaw: random(-40, 40) }),
  /** Five cracks across the whole code, each up to a quarter of a millimetre wide: dark, or bright where they catch the light. */
  cracked: random => ({
    cracks: Array.from({ length: 5 }, () => ({
      from: [random(0, 53), 0] as const,
      to: [random(0, 53), 53] as const,
      width: random(0.05, 0.27),
      shade: random(0, 255),
    })),
  }),
  /** Out of focus, and moved while the picture was taken. */
  blurred: random => ({ blur: random(0.8, 1.4), shake: random(0, 1.5) }),
} as const satisfies Record<string, (random: Random) => Partial<Scene>>

/** The share of codes that are read, each in one picture. */
async function shareRead(
  seed: number,
  count: number,
  damage: (random: Random) => Partial<Scene>,
): Promise<number> {
  const random = createRandom(seed)
  const between: Random = (least, most) => least + (most - least) * random()
  let read = 0
  for (let turn = 0; turn < count; turn += 1) {
    // What a code of 105 bytes says is all the same to a reader.
    const text = SIGNED_PREFIX + base45Of(Uint8Array.from({ length: 105 }, () => between(0, 256)))
    const scene = { ...undamaged(between, qrModulesOf(text)), ...damage(between) }
    if (await isRead(scene, text, random)) read += 1
  }
  return read / count
}

const PATIENCE = 1_800_000

test(
  `of ${HOW_MANY} codes from 30 cm to 1.5 m away 99 of 100 are read in their first picture`,
  async ({ annotate }) => {
    const share = await shareRead(1, HOW_MANY, () => ({}))
    await annotate(`read: ${share}`)
    expect(share).toBeGreaterThanOrEqual(0.99)
  },
  PATIENCE,
)

describe.each(Object.entries(DAMAGES))('codes that are %s', (kind, damage) => {
  const count = rounds({ short: 1, whole: HOW_MANY / 5 })
  test(
    `${count} of them: 9 of 10 are read in their first picture`,
    async ({ annotate }) => {
      const share = await shareRead(kind.length, count, random => ({
        distance: random(0.3, 0.8),
        ...damage(random),
      }))
      await annotate(`${kind}: ${share}`)
      expect(share).toBeGreaterThanOrEqual(0.9)
    },
    PATIENCE,
  )
})

test('a code that is too far away for any camera is not read', async () => {
  expect(await shareRead(2, 3, () => ({ distance: 6 }))).toBe(0)
})

test('a signed code is a QR code of version 7, letters packed as letters: 45 modules and the quiet zone', () => {
  const text = SIGNED_PREFIX + base45Of(new Uint8Array(105).fill(255))
  expect(qrModulesOf(text)).toHaveLength(45 + 2 * 4)
})
