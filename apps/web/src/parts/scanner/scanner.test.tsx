import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createHash } from 'node:crypto'

import { textsOf } from '@kippu/texts/texts'
import { ZXING_WASM_SHA256 } from 'barcode-detector/ponyfill'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { Scanner } from './scanner.tsx'

const words = textsOf('ja')
const view = buildFirstView({ texts: words })

interface Track {
  readonly stop: ReturnType<typeof vi.fn>
  readonly applyConstraints: ReturnType<typeof vi.fn>
}

/** What the camera sees, and what the page did to it. */
let seen: readonly string[]
let asked: MediaStreamConstraints[]
let tracks: Track[]
let refusal: DOMException | null
let hasTorch: boolean
/** How many pictures were looked at. */
let looks: number

/** A camera at the edge of the browser: what it sees is told by the browser's own detector. */
class Detector {
  static getSupportedFormats = async (): Promise<string[]> => ['qr_code']
  detect = async () => {
    looks += 1
    return seen.map((rawValue, i) => ({
      rawValue,
      boundingBox: { x: 55 + i * 300, y: 355, width: 10, height: 10 },
    }))
  }
}

function openTrack(): Track {
  const track = {
    stop: vi.fn<() => void>(),
    applyConstraints: vi.fn<() => Promise<void>>(async () => undefined),
    addEventListener: () => undefined,
    getCapabilities: () => (hasTorch ? { torch: true } : {}),
  }
  tracks.push(track)
  return track
}

beforeEach(() => {
  ;[seen, asked, tracks, refusal, hasTorch, looks] = [[], [], [], null, false, 0]
  vi.stubGlobal('BarcodeDetector', Detector)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: async (wanted: MediaStreamConstraints) => {
        asked.push(wanted)
        if (refusal !== null) throw refusal
        const list = [openTrack()]
        return { getTracks: () => list }
      },
    },
  })
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue(undefined)
  Object.defineProperties(HTMLVideoElement.prototype, {
    videoWidth: { configurable: true, get: () => 1280 },
    videoHeight: { configurable: true, get: () => 720 },
    srcObject: { configurable: true, writable: true, value: null },
  })
  // The environment of the tests draws nothing.
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => ({ drawImage: () => undefined }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Until some more pictures were looked at. */
async function looksOn(): Promise<void> {
  const before = looks
  await eventually(() => expect(looks).toBeGreaterThan(before + 2))
}

const open = () => {
  const told: string[] = []
  const node = (paused: boolean) => (
    <Scanner hint="QRコードを写してください" isPaused={paused} onText={text => told.push(text)} />
  )
  const { element, show } = render(node(false), view)
  return { element, told, show, pause: (paused: boolean) => show(node(paused)) }
}

const phaseOf = (element: HTMLElement): string | undefined =>
  element.querySelector<HTMLElement>('[data-scanner]')?.dataset['scanner']

function turn(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('a code in front of the rear camera is told once while it stays there', async () => {
  const { element, told } = open()
  await eventually(() => expect(phaseOf(element)).toBe('reading'))
  expect(asked[0]?.video).toMatchObject({ facingMode: { ideal: 'environment' } })
  expect(asked[0]?.audio).toBe(false)
  seen = ['tkt_1']
  await looksOn()
  expect(told).toEqual(['tkt_1'])
  seen = ['tkt_2']
  await eventually(() => expect(told).toEqual(['tkt_1', 'tkt_2']))
})

test('of several codes the one in the middle is read', async () => {
  const { told } = open()
  seen = ['left', 'middle', 'right']
  await eventually(() => expect(told).toEqual(['middle']))
})

test('codes are not told while an answer is shown, and one that stayed is not told afterwards', async () => {
  const { element, told, pause } = open()
  seen = ['tkt_1']
  await eventually(() => expect(told).toEqual(['tkt_1']))
  pause(true)
  expect(phaseOf(element)).toBe('paused')
  await looksOn()
  pause(false)
  await looksOn()
  pause(true)
  seen = ['tkt_2']
  await looksOn()
  expect(told).toEqual(['tkt_1'])
  pause(false)
  await eventually(() => expect(told).toEqual(['tkt_1', 'tkt_2']))
})

test('a hidden page and a part that is gone let go of the camera', async () => {
  const { element, show } = open()
  await eventually(() => expect(phaseOf(element)).toBe('reading'))
  turn('hidden')
  expect(tracks[0]?.stop).toHaveBeenCalledTimes(1)
  turn('visible')
  await eventually(() => expect(tracks).toHaveLength(2))
  await eventually(() => expect(phaseOf(element)).toBe('reading'))
  show(<p />)
  expect(tracks[1]?.stop).toHaveBeenCalledTimes(1)
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
] as const)('after %s it says why there is no picture, and tries again (S-9.07)', async (name, trouble) => {
  refusal = new DOMException('', name)
  const { element } = open()
  await eventually(() => expect(phaseOf(element)).toBe(trouble))
  expect(element.textContent).toContain(words[`scanner_${trouble}_title`])
  refusal = null
  click(element.querySelector('button'))
  await eventually(() => expect(phaseOf(element)).toBe('reading'))
})

test('a browser without cameras is told so', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  const { element } = open()
  await eventually(() => expect(phaseOf(element)).toBe('missing'))
})

test('the light is offered where the camera has one', async () => {
  hasTorch = true
  const { element } = open()
  const light = () => element.querySelector(`button[aria-label="${words['scanner_torch']}"]`)
  await eventually(() => expect(light()).not.toBeNull())
  click(light())
  await eventually(() => expect(light()?.getAttribute('aria-pressed')).toBe('true'))
  expect(tracks[0]?.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
})

test('no light is offered where there is none', async () => {
  const { element } = open()
  await eventually(() => expect(phaseOf(element)).toBe('reading'))
  expect(element.querySelector('button')).toBeNull()
})

test('the program that reads codes in our build is the one that the library was made for', () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(ZXING_WASM_SHA256)
})
