import { addTime } from '../../stock/add-time.ts'
import { dayOf, timeOfDay, wholeNumberOf } from '../parse/chosen-days.ts'
import { chosenProduct } from '../parse/chosen-product.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'

/** One more time on a day (docs/handbook.md). */
export const times: Command = {
  usage: 'times add <site> <product> <units> --on <day> --time 10:00 --until 11:00',
  summary: 'add a time to a day on which a product is sold by times, at the price of that day',
  options: {
    on: { type: 'string', help: 'the day of visit: 2026-12-24' },
    time: { type: 'string', help: 'when it begins: 10:00' },
    until: { type: 'string', help: 'when it ends: 11:00' },
  },
  async run(deps, typed) {
    const [verb, site, product, units, ...more] = typed.positionals
    const [on, starts, ends] = [typed.text('on'), timeOfDay(typed), timeOfDay(typed, 'until')]
    if (verb !== 'add' || site === undefined || product === undefined || units === undefined)
      throw new UsageError('times add takes a site, a product and units')
    if (on === undefined || starts === null || ends === null || more.length > 0)
      throw new UsageError('name the day, its begin and its end: --on, --time, --until')
    const siteKey = chosenSite(deps, site)
    const productUuid = await chosenProduct(deps, siteKey, product)
    const asked = { siteKey, productUuid, date: dayOf(on), starts, ends, units: wholeNumberOf(units) }
    const added = await addTime(deps, asked)
    if (added.kind === 'refused') return refusedReport(`${added.why}. Nothing was changed`)
    const isSold = added.isStopped ? 'All of that day is stopped, and so is it.' : 'It is on sale.'
    return { text: `Added: ${asked.date} ${starts}. ${isSold}`, json: { is_stopped: added.isStopped } }
  },
}
