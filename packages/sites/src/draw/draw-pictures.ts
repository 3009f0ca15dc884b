import { mix } from './colors.ts'
import { accentsOf } from './draw-theme.ts'

/** Shapes of one piece in 40 × 40, one of which a new house gets. */
const MARKS = [
  'M20 3a17 17 0 1 1 0 34a17 17 0 0 1 0-34zm0 9a8 8 0 1 0 0 16a8 8 0 0 0 0-16z',
  'M5 37V19a15 15 0 0 1 30 0v18h-9V19a6 6 0 0 0-12 0v18z',
  'M20 3a8.5 8.5 0 0 1 8.5 8.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1-17 0a8.5 8.5 0 1 1 0-17A8.5 8.5 0 0 1 20 3z',
  'M20 2l18 18l-18 18L2 20zm0 12l-6 6l6 6l6-6z',
  'M3 29a17 17 0 0 1 34 0zm0 4h34v4H3z',
] as const

/** One of the marks, always the same for a key. */
export function markOf(key: string): string {
  const sum = Array.from(key).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9_973, 7)
  return MARKS[sum % MARKS.length] ?? MARKS[0]
}

export function drawMark(key: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#000" d="${markOf(key)}"/></svg>\n`
}

/** For the browser's tab. */
export function drawIcon(key: string, color: string): string {
  const { accent } = accentsOf(color).light
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accent}"/><path transform="translate(12 12)" fill="#fff" d="${markOf(key)}"/></svg>\n`
}

/** A calm picture for a house that has none yet: its mark as a sun over hills of its colour. */
export function drawHero(key: string, color: string): string {
  const { accent } = accentsOf(color).light
  const hill = (part: number): string => mix(accent, '#0d1114', part)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 720" preserveAspectRatio="xMidYMid slice">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${mix(accent, '#ffffff', 0.55)}"/>
      <stop offset="1" stop-color="${mix(accent, '#fff4e2', 0.86)}"/>
    </linearGradient>
  </defs>
  <rect width="1600" height="720" fill="url(#sky)"/>
  <circle cx="860" cy="300" r="176" fill="#fffaf0" fill-opacity="0.55"/>
  <path transform="translate(720 160) scale(7)" fill="#fffaf0" d="${markOf(key)}"/>
  <path d="M0 470C240 400 420 440 620 470S1010 520 1210 440S1480 400 1600 430V720H0z" fill="${mix(accent, '#ffffff', 0.42)}"/>
  <path d="M0 560C180 520 380 500 560 550S960 610 1180 540S1460 510 1600 540V720H0z" fill="${mix(accent, '#ffffff', 0.14)}"/>
  <path d="M0 640C260 590 520 620 760 640S1240 640 1600 600V720H0z" fill="${hill(0.28)}"/>
</svg>
`
}
