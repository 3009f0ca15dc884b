import { findChannels, setChannels } from '../products/set-channels.ts'
import { uuidOf } from './chosen-days.ts'
import { chosenSite } from './chosen-site.ts'
import { type Command, UsageError } from './command.ts'
import { refusedReport } from './refund.ts'
import { channelOf } from './shares.ts'

/** Which channels sell a product (docs/channels.md). */
export const channels: Command = {
  usage: 'channels <site> <product> [<channel>,…]',
  summary: 'the channels that sell a product, named by its UUID; with a list, the only ones from now on',
  permission: 'sales:write',
  reach: 'site',
  options: {},
  async run(deps, { positionals: [site, productUuid, list, ...more] }) {
    if (productUuid === undefined || more.length > 0)
      throw new UsageError('channels takes a site, a product and a list')
    const product = { siteKey: chosenSite(deps, site), productUuid: uuidOf(productUuid) }
    if (list !== undefined) {
      const asked = list === '' ? [] : list.split(',').map(channelOf)
      if (!(await setChannels(deps, { ...product, channels: asked }))) return noProduct()
    }
    const sold = await findChannels(deps, product)
    if (sold === undefined) return noProduct()
    return {
      text: sold.length === 0 ? 'No channel sells it.' : `Sold on: ${sold.join(', ')}`,
      json: { channels: sold },
    }
  },
}

const noProduct = () => refusedReport('the site has no such product')
