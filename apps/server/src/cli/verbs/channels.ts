import { findChannels, setChannels } from '../../catalogue/products/set-channels.ts'
import { chosenProduct } from '../parse/chosen-product.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { channelOf } from './shares.ts'

/** Which channels sell a product (docs/handbook.md). */
export const channels: Command = {
  usage: 'channels <site> <product> [<channel>,…]',
  summary:
    'the channels that sell a product, named by its code, name or UUID; with a list, the only ones from now on',
  options: {},
  async run(deps, { positionals: [site, named, list, ...more] }) {
    if (named === undefined || more.length > 0)
      throw new UsageError('channels takes a site, a product and a list')
    const siteKey = chosenSite(deps, site)
    const product = { siteKey, productUuid: await chosenProduct(deps, siteKey, named) }
    if (list !== undefined) {
      const asked = list === '' ? [] : list.split(',').map(channelOf)
      const isSet = await setChannels(deps, { ...product, channels: asked })
      if (isSet === 'no unit types')
        return refusedReport(
          'resellers need the type of each kind of ticket: unit_type in the sheet option_values',
        )
      if (!isSet) return noProduct()
    }
    const sold = await findChannels(deps, product)
    if (sold === undefined) return noProduct()
    return {
      text: sold.length === 0 ? 'No channel sells it.' : `Sold on: ${sold.join(', ')}`,
      json: { channels: sold },
    }
  },
}

const noProduct = () => refusedReport('the site has no such product', 'not_found')
