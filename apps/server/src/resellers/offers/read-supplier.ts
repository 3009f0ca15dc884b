import type { octoReadSupplier } from '@kippu/contract/octo/octo-calls'
import type { OctoAnswer } from '@kippu/contract/octo/octo-call'
import type { Site } from '@kippu/sites/site'

import type { SiteDirectory } from '../../platform/http/sites.ts'
import type { OctoContext } from '../serve-octo.ts'

/** The house as its guests' law knows it: the seller of the legal page. */
export function readSupplier(
  sites: Pick<SiteDirectory, 'originOf'>,
  { key, name, legal, tagline }: Site,
  { capabilities }: OctoContext,
): OctoAnswer<typeof octoReadSupplier> {
  const origin = sites.originOf(key)
  return {
    id: key,
    name: name.en,
    endpoint: `${origin}/octo`,
    contact: { website: origin, email: legal.email, telephone: legal.phone, address: legal.address.en },
    ...(capabilities.has('octo/content') && { shortDescription: tagline.en }),
  }
}
