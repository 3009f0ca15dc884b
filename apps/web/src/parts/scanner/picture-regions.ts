/** A square of a picture, and how many pixels wide and high it is read. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly side: number
}

/** A reader takes some 20 ms on a phone for a square of so many pixels. */
const MOST_PIXELS = 800

/**
 * The parts of a picture that are read, by turns: the square in its middle that the visitor sees, made smaller; and,
 * where the camera has more pixels than that, its middle at half the size and as it is, for a code that is far away.
 * Made smaller a code loses its cracks, as it is it keeps its edges.
 */
export function regionsOf({ width, height }: { readonly width: number; readonly height: number }): Region[] {
  const whole = Math.min(width, height)
  const sizes = [whole, 2 * MOST_PIXELS, MOST_PIXELS].map(size => Math.min(size, whole))
  return [...new Set(sizes)].map(size => ({
    x: Math.floor((width - size) / 2),
    y: Math.floor((height - size) / 2),
    size,
    side: Math.min(size, MOST_PIXELS),
  }))
}
