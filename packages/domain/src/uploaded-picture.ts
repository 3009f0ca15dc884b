/** A picture that staff have uploaded. Its address says all of it. */
export interface UploadedPicture {
  readonly siteKey: string
  /** Hash of its bytes: another picture has another address. */
  readonly hash: string
  readonly width: number
  readonly height: number
  readonly focus: Focus
}

/** The point that each frame shows, in percent from the left and from the top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

const ADDRESS = /^\/sites\/([\w-]+)\/u\/([0-9a-f]{32})-(\d{1,4})x(\d{1,4})\.(\d{1,3})-(\d{1,3})\.webp$/

export function addressOf({ siteKey, hash, width, height, focus: { x, y } }: UploadedPicture): string {
  return `/sites/${siteKey}/u/${hash}-${width}x${height}.${x}-${y}.webp`
}

/** Undefined for the address of any other picture. */
export function uploadedAt(address: string): UploadedPicture | undefined {
  const [, siteKey, hash, width, height, x, y] = ADDRESS.exec(address) ?? []
  if (siteKey === undefined || hash === undefined) return undefined
  const focus = { x: onGrid(Number(x)), y: onGrid(Number(y)) }
  const picture = { siteKey, hash, width: Number(width), height: Number(height), focus }
  // Each picture has one address for each point.
  return addressOf(picture) === address ? picture : undefined
}

/** The width of the largest copy of an uploaded picture, and those of the smaller ones, which a phone asks for. */
export const MOST_WIDTH = 1600
const SMALLER = [480, 960] as const

/** The widths in which a picture is kept, the largest last. */
export function widthsOf(width: number): readonly number[] {
  return [...SMALLER.filter(one => one < width), width]
}

/** The copies of an uploaded picture as `srcset` says them. */
export function copiesOf({ siteKey, hash, width }: UploadedPicture): string {
  return widthsOf(width)
    .map(one => `/sites/${siteKey}/u/${hash}-${one}.webp ${one}w`)
    .join(', ')
}

const STEP = 5
const STEPS = Array.from({ length: 100 / STEP + 1 }, (_, step) => step * STEP)

/** The nearest point that an address can say. */
export function onGrid(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / STEP) * STEP))
}

/** Holds uploaded pictures in every frame that cuts them: a picture is known by its address, on a page that was open before it came, too. */
export const UPLOADED_RULES = [
  "img[src*='/u/']{object-position:var(--x) var(--y)}",
  ...STEPS.map(step => `[src*='.${step}-']{--x:${step}%}`),
  ...STEPS.map(step => `[src*='-${step}.']{--y:${step}%}`),
].join('')
