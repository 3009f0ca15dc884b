import { AZABUDAI_BORDERLESS_PRODUCTS } from './azabudai-borderless-products.ts'
import { BOC_PRODUCTS } from './boc-products.ts'
import { CANCAN_PRODUCTS } from './cancan-products.ts'
import type { DemoProduct } from './demo-product.ts'
import { GAPRAO_PRODUCTS } from './gaprao-products.ts'
import { ISHIKAWA_PRODUCTS } from './ishikawa-products.ts'
import { OKINAWA_PRODUCTS } from './okinawa-products.ts'
import { OPAM_PRODUCTS } from './opam-products.ts'
import { TOMORI_PRODUCTS } from './tomori-products.ts'

/** The demo catalogue of all sites, each site's products in display order. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  ...TOMORI_PRODUCTS,
  ...CANCAN_PRODUCTS,
  ...AZABUDAI_BORDERLESS_PRODUCTS,
  ...OKINAWA_PRODUCTS,
  ...GAPRAO_PRODUCTS,
  ...OPAM_PRODUCTS,
  ...ISHIKAWA_PRODUCTS,
  ...BOC_PRODUCTS,
]
