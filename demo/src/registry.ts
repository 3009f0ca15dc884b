import { azabudaiBorderless } from '../sites/azabudai-borderless/site.ts'
import { boc } from '../sites/boc/site.ts'
import { cancanfactory } from '../sites/cancanfactory/site.ts'
import { demo } from '../sites/demo/site.ts'
import { gaprao } from '../sites/gaprao/site.ts'
import { ishikawa } from '../sites/ishikawa/site.ts'
import { izura } from '../sites/izura/site.ts'
import { labExhibition } from '../sites/lab-exhibition/site.ts'
import { mori } from '../sites/mori/site.ts'
import { nagai } from '../sites/nagai/site.ts'
import { nishinippon } from '../sites/nishinippon/site.ts'
import { okinawa } from '../sites/okinawa/site.ts'
import { opam } from '../sites/opam/site.ts'
import { ruins } from '../sites/ruins/site.ts'
import { softbank } from '../sites/softbank/site.ts'
import type { Site } from '@kippu/sites/site'

/** Every deployment key, in the order of the specification. */
export const SITE_KEYS = [
  'lab-exhibition',
  'demo',
  'ruins',
  'izura',
  'cancanfactory',
  'mori',
  'softbank',
  'nishinippon',
  'nagai',
  'azabudai-borderless',
  'okinawa',
  'gaprao',
  'opam',
  'ishikawa',
  'boc',
] as const

/** Deployment key of a site: name of its folder, and `site_key` of every row that belongs to it. */
export type SiteKey = (typeof SITE_KEYS)[number]

/** The site of a deployment that names none, and of a host that no site claims. */
export const DEFAULT_SITE_KEY: SiteKey = 'demo'

/** The sites by key. */
export const SITES: Readonly<Record<SiteKey, Site>> = {
  'lab-exhibition': labExhibition,
  demo,
  ruins,
  izura,
  cancanfactory,
  mori,
  softbank,
  nishinippon,
  nagai,
  'azabudai-borderless': azabudaiBorderless,
  okinawa,
  gaprao,
  opam,
  ishikawa,
  boc,
}

export function isSiteKey(x: unknown): x is SiteKey {
  return SITE_KEYS.some(key => key === x)
}

export function siteOf(key: SiteKey): Site {
  return SITES[key]
}
