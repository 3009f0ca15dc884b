import type { ReactElement } from 'react'

export type Mark = 'go' | 'stop' | 'wait' | 'ask'

/** Shapes that are told apart from afar and without colours: a circle with a tick, an octagon with a cross, a triangle with hands of a clock, a square with a question. */
export function OutcomeMark({ mark }: { readonly mark: Mark }): ReactElement {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false" data-mark={mark}>
      {drawing(mark)}
    </svg>
  )
}

function drawing(mark: Mark): ReactElement {
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 9,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  switch (mark) {
    case 'go':
      return (
        <g {...line}>
          <circle cx="50" cy="50" r="43" />
          <path d="M29 52 L44 67 L72 36" strokeWidth="12" />
        </g>
      )
    case 'stop':
      return (
        <g {...line}>
          <path d="M32 6 H68 L94 32 V68 L68 94 H32 L6 68 V32 Z" />
          <path d="M34 34 L66 66 M66 34 L34 66" strokeWidth="12" />
        </g>
      )
    case 'wait':
      return (
        <g {...line}>
          <path d="M50 8 L95 90 H5 Z" />
          <path d="M50 42 V64 L63 72" />
        </g>
      )
    case 'ask':
      return (
        <g {...line}>
          <rect x="7" y="7" width="86" height="86" rx="6" />
          <path d="M37 38 C37 22 63 22 63 39 C63 51 50 50 50 62" />
          <path d="M50 77 V78" strokeWidth="12" />
        </g>
      )
  }
}
