import { CANCAN_PRODUCTS } from './cancan-products.ts'
import type { DemoProduct } from './demo-product.ts'
import { TOMORI_PRODUCTS } from './tomori-products.ts'

/** The demo catalogue of all sites, each site's products in display order. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [...TOMORI_PRODUCTS, ...CANCAN_PRODUCTS]
