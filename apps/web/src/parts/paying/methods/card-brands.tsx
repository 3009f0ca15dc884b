import type { ReactElement, ReactNode } from 'react'

import { brandName } from './brand-name.ts'
import styles from './mark.module.css'
import { Badge, Words } from './method-mark.tsx'

/** The brands of cards that every card provider of a site takes in Japan, by their names at the providers. */
export const CARD_BRANDS = ['visa', 'mastercard', 'jcb', 'amex', 'diners'] as const
type CardBrand = (typeof CARD_BRANDS)[number]

const DRAWINGS: Readonly<Record<CardBrand, { readonly ground: string; readonly drawing: ReactNode }>> = {
  visa: {
    ground: '#fff',
    drawing: (
      <Words x={22} size={14} slant colour="#1a3a8f">
        VISA
      </Words>
    ),
  },
  mastercard: {
    ground: '#fff',
    drawing: (
      <>
        <circle cx="17" cy="15" r="9" fill="#d8262c" />
        <circle cx="27" cy="15" r="9" fill="#f0921e" fillOpacity=".85" />
      </>
    ),
  },
  jcb: {
    ground: '#fff',
    drawing: (
      <>
        <path d="M6 5h9v16q0 4-4 4H6Z" fill="#1560ab" />
        <path d="M17.5 5h9v16q0 4-4 4h-5Z" fill="#c8202f" />
        <path d="M29 5h9v16q0 4-4 4h-5Z" fill="#1b8a43" />
        <Words x={22} size={10}>
          J C B
        </Words>
      </>
    ),
  },
  amex: {
    ground: '#1b6fb8',
    drawing: (
      <Words x={22} size={12}>
        AMEX
      </Words>
    ),
  },
  diners: {
    ground: '#fff',
    drawing: (
      <>
        <circle cx="22" cy="15" r="10.5" fill="#2b5c94" />
        <path d="M19.5 8.5a7 7 0 0 0 0 13ZM24.5 8.5a7 7 0 0 1 0 13Z" fill="#fff" />
      </>
    ),
  },
}

/** The brands on badges, and their names for screen readers. */
export function CardBrands(): ReactElement {
  return (
    <span className={styles.brands}>
      {CARD_BRANDS.map(brand => (
        <Badge key={brand} ground={DRAWINGS[brand].ground} width={44} isSmall>
          {DRAWINGS[brand].drawing}
        </Badge>
      ))}
      <span className="visually-hidden">{CARD_BRANDS.map(brandName).join(', ')}</span>
    </span>
  )
}
