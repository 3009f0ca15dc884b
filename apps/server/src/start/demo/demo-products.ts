import { AZABUDAI_BORDERLESS_PRODUCTS } from './azabudai-borderless-products.ts'
import { BOC_PRODUCTS } from './boc-products.ts'
import { CANCAN_PRODUCTS } from './cancan-products.ts'
import type { DemoProduct } from './demo-product.ts'
import { GAPRAO_PRODUCTS } from './gaprao-products.ts'
import { ISHIKAWA_PRODUCTS } from './ishikawa-products.ts'
import { IZURA_PRODUCTS } from './izura-products.ts'
import { LAB_EXHIBITION_PRODUCTS } from './lab-exhibition-products.ts'
import { MORE_BOOKING_TYPES } from './more-booking-types.ts'
import { MORI_PRODUCTS } from './mori-products.ts'
import { NAGAI_PRODUCTS } from './nagai-products.ts'
import { NISHINIPPON_PRODUCTS } from './nishinippon-products.ts'
import { OKINAWA_PRODUCTS } from './okinawa-products.ts'
import { OPAM_PRODUCTS } from './opam-products.ts'
import { RUINS_PRODUCTS } from './ruins-products.ts'
import { SOFTBANK_PRODUCTS } from './softbank-products.ts'
import { TOMORI_PRODUCTS } from './tomori-products.ts'

/** The demo catalogue of all sites, each site's products in display order. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  ...LAB_EXHIBITION_PRODUCTS,
  ...TOMORI_PRODUCTS,
  ...RUINS_PRODUCTS,
  ...IZURA_PRODUCTS,
  ...CANCAN_PRODUCTS,
  ...MORI_PRODUCTS,
  ...SOFTBANK_PRODUCTS,
  ...NISHINIPPON_PRODUCTS,
  ...NAGAI_PRODUCTS,
  ...AZABUDAI_BORDERLESS_PRODUCTS,
  ...OKINAWA_PRODUCTS,
  ...GAPRAO_PRODUCTS,
  ...OPAM_PRODUCTS,
  ...ISHIKAWA_PRODUCTS,
  ...BOC_PRODUCTS,
  ...MORE_BOOKING_TYPES,
]
