import { contrast } from '../contrast.ts'

/** A colour between two: 0 is the first, 1 the second. All are `#rrggbb`. */
export function mix(a: string, b: string, part: number): string {
  const channels = [1, 3, 5].map(start => {
    const [from = 0, to = 0] = [a, b].map(color => Number.parseInt(color.slice(start, start + 2), 16))
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The colour, moved towards another as little as it needs to be read on all of the grounds that it makes. */
export function readable(
  color: string,
  towards: string,
  groundsOf: (shade: string) => readonly string[],
): string {
  const parts = Array.from({ length: 41 }, (_, step) => step / 40)
  const shades = parts.map(part => mix(color, towards, part))
  return shades.find(shade => groundsOf(shade).every(ground => contrast(shade, ground) >= 4.6)) ?? towards
}
