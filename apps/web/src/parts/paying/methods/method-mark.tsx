import type { MethodMark as Mark } from '@kippu/domain/payment-method'
import type { ReactElement, ReactNode } from 'react'

import styles from './mark.module.css'

/**
 * Marks of ways to pay, each drawn by us on a badge of 48 by 30 units in the colour that the wallet is known for: enough to find one's
 * own at a glance, and no copy of anybody's artwork. The colours are those of the wallets, the same in every theme.
 */
const MARKS: Readonly<Record<Mark, { readonly ground: string; readonly drawing: ReactNode }>> = {
  card: {
    ground: '#33475b',
    drawing: (
      <>
        <path d="M0 8h48v5H0Z" fill="#16202b" />
        <path d="M6 20h11M6 24h7" stroke="#fff" strokeWidth="2" />
        <rect x="33" y="18" width="9" height="7" rx="1.5" fill="#e3b341" />
      </>
    ),
  },
  paypay: {
    ground: '#e6002d',
    drawing: (
      <Words x={24} size={12} slant>
        PayPay
      </Words>
    ),
  },
  d: {
    ground: '#c4002f',
    drawing: (
      <path
        d="M29 5.5v19M29 18.5a5.6 5.6 0 1 1-11.2 0 5.6 5.6 0 0 1 11.2 0Z"
        fill="none"
        stroke="#fff"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
    ),
  },
  alipay: {
    ground: '#0b66d8',
    drawing: (
      <Words x={24} size={12.5}>
        Alipay
      </Words>
    ),
  },
  we_chat: {
    ground: '#0a7a3d',
    drawing: (
      <>
        <path
          d="M21 5.5c-5.8 0-10.5 3.6-10.5 8 0 2.5 1.5 4.7 3.9 6.2l-1 3.3 3.9-2c1.2.3 2.4.5 3.7.5 5.8 0 10.5-3.6 10.5-8s-4.7-8-10.5-8Z"
          fill="#fff"
        />
        <path
          d="M31 13c-4.7 0-8.5 2.9-8.5 6.4s3.8 6.4 8.5 6.4c1 0 2-.1 2.9-.4l3 1.6-.8-2.7c2-1.2 3.4-2.9 3.4-4.9 0-3.5-3.8-6.4-8.5-6.4Z"
          fill="#fff"
          stroke="#0a7a3d"
          strokeWidth="1.5"
        />
        <circle cx="17.5" cy="12" r="1.3" fill="#0a7a3d" />
        <circle cx="24.5" cy="12" r="1.3" fill="#0a7a3d" />
        <circle cx="28.5" cy="18.5" r="1" fill="#0a7a3d" />
        <circle cx="33.5" cy="18.5" r="1" fill="#0a7a3d" />
      </>
    ),
  },
  apple_pay: {
    ground: '#000',
    drawing: (
      <>
        <path
          d="M12 11.2c-1-.9-4.6-.9-5.3 2.6-.6 3 1.3 7.7 3.3 7.7.8 0 1.2-.5 2-.5s1.2.5 2 .5c1.6 0 2.9-2.6 3.3-4.4-2.4-1-2.3-4.3 0-5.3-1.1-1.7-4.1-1.8-5.3-.6Z"
          fill="#fff"
        />
        <path d="M12 9.8c.1-2 1.4-3.3 3.2-3.5.1 1.9-1.3 3.5-3.2 3.5Z" fill="#fff" />
        <Words x={31.5} size={13}>
          Pay
        </Words>
      </>
    ),
  },
}

/** A picture beside the name of a method. The name says everything, so screen readers skip the picture. */
export function MethodMark({ mark }: { readonly mark: Mark }): ReactElement {
  const { ground, drawing } = MARKS[mark]
  return (
    <Badge ground={ground} width={48}>
      {drawing}
    </Badge>
  )
}

interface BadgeProps {
  readonly ground: string
  /** In units of the drawing; every badge is 30 high. */
  readonly width: number
  readonly isSmall?: boolean
  readonly children: ReactNode
}

export function Badge({ ground, width, isSmall = false, children }: BadgeProps): ReactElement {
  const height = isSmall ? 1.25 : 1.75
  return (
    <svg
      className={styles.mark}
      viewBox={`0 0 ${width} 30`}
      width={`${(width / 30) * height}rem`}
      height={`${height}rem`}
      aria-hidden="true"
      focusable="false"
    >
      <rect width={width} height="30" fill={ground} />
      {children}
    </svg>
  )
}

interface WordsProps {
  /** Their middle. */
  readonly x: number
  readonly size: number
  readonly slant?: boolean
  readonly colour?: string
  readonly children: string
}

/** Words on a badge, squeezed to fit where the font of the device is wide. */
export function Words({ x, size, slant = false, colour = '#fff', children }: WordsProps): ReactElement {
  return (
    <text
      x={x}
      y={15 + size * 0.36}
      fontFamily="'Helvetica Neue', Arial, sans-serif"
      fontSize={size}
      fontWeight="700"
      fontStyle={slant ? 'italic' : 'normal'}
      textAnchor="middle"
      fill={colour}
    >
      {children}
    </text>
  )
}
