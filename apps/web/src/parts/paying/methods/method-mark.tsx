import type { ReactElement } from 'react'

import styles from './method-mark.module.css'
import type { MethodMark as Mark } from '@kippu/domain/payment-method'

/** Our own drawings on a 24-unit square, not logos: enough to tell the rows of the list apart. */
const PATHS: Readonly<Record<Mark, string>> = {
  card: 'M3.5 6h17v12h-17ZM3.5 10h17M7 15h3',
  paypay: 'M8.5 19.5V5h4.2a4.6 4.6 0 0 1 0 9.2H8.5',
  d: 'M16 4.5v15M16 15.2a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0Z',
  alipay: 'M4 19 12 4.5 20 19M7.2 13.5h9.6',
  we_chat:
    'M10 5c-3.9 0-7 2.5-7 5.5 0 1.8 1.1 3.4 2.8 4.4L5.3 17l2.6-1.3c.7.2 1.4.2 2.1.2M16 9.5c-3 0-5.3 2-5.3 4.5s2.4 4.5 5.3 4.5c.6 0 1.1-.1 1.6-.2l2 1-.4-1.7c1.3-.8 2.1-2.1 2.1-3.6 0-2.5-2.4-4.5-5.3-4.5Z',
  apple_pay: 'M7 3.5h7.5v17H7ZM9.8 17.6h2M17.2 9.2a4 4 0 0 1 0 5.6M19.6 7.2a7 7 0 0 1 0 9.6',
}

/** A picture beside the name of a method. The name says everything, so screen readers skip the picture. */
export function MethodMark({ mark }: { readonly mark: Mark }): ReactElement {
  return (
    <span className={styles.mark} aria-hidden="true">
      <svg
        viewBox="0 0 24 24"
        width="1.375rem"
        height="1.375rem"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
      >
        <path d={PATHS[mark]} />
      </svg>
    </span>
  )
}
