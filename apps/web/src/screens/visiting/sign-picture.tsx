import type { ReactElement } from 'react'

/** Drawn like the icons of the store, on a square of 24 units; the words beside them say everything. */
const PATHS = {
  minutes: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  setting: 'm3.5 11.5 8.5-7 8.5 7M6 10v9.5h12V10M10 19.5v-5h4v5',
  photographs: 'M4 7.5h4l1.5-2.5h5L16 7.5h4v11H4ZM12 9.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4Z',
  cloakroom: 'M5 8.5h14v11H5ZM9 8.5V6.2A1.7 1.7 0 0 1 10.7 4.5h2.6A1.7 1.7 0 0 1 15 6.2v2.3M5 13h14',
  lift: 'M5.5 3.5h13v17h-13ZM9 10l3-3.2 3 3.2M9 14l3 3.2 3-3.2',
  wheelchair: 'M10.5 3.8a1.4 1.4 0 1 0 .01 0M10.5 8v6h5.5l2.5 5h2M10.5 10.5h4M8 11.5a5 5 0 1 0 6.8 6.3',
  pushchair:
    'M4 11.5h14a7 7 0 0 0-7-7v7M18 11.5 20 8M6 15.5h10l2-4M8 18a1.4 1.4 0 1 0 .01 0M15 18a1.4 1.4 0 1 0 .01 0',
  dogs: 'M4.5 8 7 5.5h2.5L11 9h7l2-2M18 9v10M18 13h-6l-3.5-2.5H5.5L4.5 8M9 11v8M12.5 13v6',
  flashing: 'M13 3.5 6.5 13.5h5L10.5 20.5 17.5 10h-5Z',
  quiet: 'M4 10v4h3.5l4.5 4V6l-4.5 4ZM15.5 10l4 4M19.5 10l-4 4',
} as const

export type SignPictureName = keyof typeof PATHS

export function SignPicture({ name }: { readonly name: SignPictureName }): ReactElement {
  return (
    <svg
      className="pen"
      viewBox="0 0 24 24"
      width="1.75em"
      height="1.75em"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
