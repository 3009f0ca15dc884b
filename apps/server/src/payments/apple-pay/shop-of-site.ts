import type { Site } from '@kippu/sites/site'

import type { SiteDirectory } from '../../platform/http/sites.ts'
import type { Shop } from '../port/apple-pay.ts'

/** Apple's limit. */
const LONGEST_NAME = 64

/** The name on Apple's sheet and in its session: the same in every language. */
export function displayNameOf({ name }: Pick<Site, 'name'>): string {
  return Array.from(name.ja).slice(0, LONGEST_NAME).join('')
}

export function shopOf(sites: Pick<SiteDirectory, 'originOf'>, site: Pick<Site, 'key' | 'name'>): Shop {
  return { displayName: displayNameOf(site), host: new URL(sites.originOf(site.key)).hostname }
}
