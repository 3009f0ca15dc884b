import type { ReactElement } from 'react'

/** Drawn on a 24-unit square with a line in the colour of the text. */
const PATHS = {
  circle: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
  triangle: 'M12 5 20 19H4Z',
  cross: 'm6 6 12 12M18 6 6 18',
  dash: 'M6 12h12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  minus: 'M6 12h12',
  plus: 'M12 6v12M6 12h12',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c2.5 2.4 3.6 5.2 3.6 8.5s-1.1 6.1-3.6 8.5c-2.5-2.4-3.6-5.2-3.6-8.5s1.1-6.1 3.6-8.5Z',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  warning: 'M12 4 21 19.5H3ZM12 10v4.5M12 17v.1',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.7v.1',
  mail: 'M3.5 6h17v12h-17ZM4 6.5l8 6.5 8-6.5',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  card: 'M3.5 6h17v12h-17ZM3.5 10h17M7 15h3',
  hand: 'M5 12.5V19h14v-6.5M12 15V4m-4 3.8L12 4l4 3.8',
  print: 'M7 8.5v-5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7Z',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2ZM9 8.5h6M9 12.5h6',
  light: 'M8 3.5h8V7l-2 3.5v10h-4v-10L8 7ZM8 7h8M12 13v2',
  ticket: 'M3.5 7h17v3.2a1.8 1.8 0 0 0 0 3.6V17h-17v-3.2a1.8 1.8 0 0 0 0-3.6ZM14 7v2m0 2v2m0 2v2',
} as const

export type IconName = keyof typeof PATHS

interface IconProps {
  readonly name: IconName
  readonly className?: string | undefined
}

/** A picture beside words, as large as the text. It is hidden from screen readers, so the words must say everything. */
export function Icon({ name, className }: IconProps): ReactElement {
  return (
    <svg
      className={className === undefined ? 'pen' : `pen ${className}`}
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
