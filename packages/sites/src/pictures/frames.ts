import type { Site } from '../site.ts'
import { positionOf, type PictureSubject } from './subjects.ts'

/** A frame that the store hangs pictures in. It is filled, so it shows a part of a picture of another shape. */
interface Frame {
  readonly name: string
  /** Width divided by height: one where the sheet says so, several where windows make them. Subjects are whole in all between, too. */
  readonly shapes: readonly number[]
}

type Openings = Readonly<Record<Site['look']['opening'], readonly Frame[]>>
type Products = Readonly<Record<Site['look']['products'], readonly Frame[]>>

/** The first page in windows of 390 × 844, 320 × 568, 768 × 1024, 1280 × 800, 1920 × 1080 and 2560 × 1440. */
const OPENING_FRAMES: Openings = {
  night: [{ name: 'opening', shapes: [390 / 496, 4 / 5, 4 / 3, 20 / 9, 10 / 3, 40 / 9] }],
  gallery: [{ name: 'opening', shapes: [20 / 9, 3 / 2] }],
  poster: [{ name: 'opening', shapes: [20 / 9, 3 / 4, 5 / 4, 15 / 8, 5 / 2] }],
  paper: [{ name: 'opening', shapes: [20 / 9, 16 / 9] }],
}

/** The kinds of visit, on a phone and from 40 rem on. */
const PRODUCT_FRAMES: Products = {
  cards: [{ name: 'card', shapes: [4 / 5, 16 / 9] }],
  posters: [{ name: 'poster', shapes: [5 / 2, 4 / 5] }],
  rows: [{ name: 'row', shapes: [1, 3 / 2] }],
  stubs: [{ name: 'stub', shapes: [4 / 5, 4 / 3] }],
}

/** Where the picture of a house hangs beside its opening. */
const HERO_FRAMES: readonly Frame[] = [
  { name: 'page of the house', shapes: [5 / 2] },
  { name: 'soon', shapes: [20 / 9, 3 / 2] },
  { name: 'completion', shapes: [20 / 9, 4 / 5, 1] },
  { name: 'mail', shapes: [20 / 9] },
  { name: 'head of a display', shapes: [104 / 48, 182 / 48, 104 / 120, 182 / 120] },
]

/** Order, ticket and door; and what a display has room for. */
const SQUARE: Frame = { name: 'square', shapes: [1] }
const DISPLAY: Frame = { name: 'display', shapes: [0.9, 9 / 8, 3 / 2, 1.72] }

/** Which pictures: of the house, of a kind of visit, or of what is sold with one. */
export type PictureUse = 'hero' | 'main' | 'set'

/** Every frame in which a house shows a picture of this use. */
export function framesOf({ opening, products }: Site['look'], use: PictureUse): readonly Frame[] {
  switch (use) {
    case 'hero':
      return [...OPENING_FRAMES[opening], ...HERO_FRAMES, DISPLAY, SQUARE]
    case 'main':
      return [...PRODUCT_FRAMES[products], DISPLAY, SQUARE]
    case 'set':
      return [SQUARE]
  }
}

/** Left, top, right and bottom in percent of the picture. */
export type Part = PictureSubject['subject']

/** The part of a picture that a frame shows. Shapes are width divided by height. */
export function shownPart(picture: number, frame: number, subject: PictureSubject['subject']): Part {
  const { x, y } = positionOf(subject)
  const width = Math.min(1, frame / picture)
  const height = Math.min(1, picture / frame)
  const left = x * (1 - width)
  const top = y * (1 - height)
  return [left, top, left + 100 * width, top + 100 * height]
}

/** In percent of a picture: less than a pixel of a phone. */
const SPARE = 0.3

/** The frames that cut what must stay whole: the subject, or a part of which only a piece is seen. */
export function cuttingFrames(
  look: Site['look'],
  use: PictureUse,
  picture: number,
  { subject, whole }: PictureSubject,
): readonly string[] {
  return framesOf(look, use).flatMap(({ name, shapes }) =>
    shapes
      .filter(shape => {
        const shown = shownPart(picture, shape, subject)
        return (
          !isInside(subject, shown) || whole.some(part => !isInside(part, shown) && !isOutside(part, shown))
        )
      })
      .map(shape => `${name} of ${shape.toFixed(2)}`),
  )
}

function isInside([left, top, right, bottom]: Part, shown: Part): boolean {
  return (
    left >= shown[0] - SPARE &&
    top >= shown[1] - SPARE &&
    right <= shown[2] + SPARE &&
    bottom <= shown[3] + SPARE
  )
}

function isOutside([left, top, right, bottom]: Part, shown: Part): boolean {
  return (
    right <= shown[0] + SPARE ||
    left >= shown[2] - SPARE ||
    bottom <= shown[1] + SPARE ||
    top >= shown[3] - SPARE
  )
}
