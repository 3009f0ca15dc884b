import { jstIso, timeOf } from '@kippu/domain/jst-date'

import { type CapacityFault, setCapacity } from '../../stock/set-capacity.ts'
import { chosenDays, DAYS_OPTIONS, wholeNumberOf } from '../parse/chosen-days.ts'
import { type Command, UsageError } from '../command.ts'
import { noSuchTime, refusedReport } from '../refused-report.ts'

/** How many units time spans have (docs/handbook.md). */
export const capacity: Command = {
  usage: 'capacity set <site> <product> <units> --from <day> [--to <day>] [--time 10:00] [--where-possible]',
  summary:
    'give the time spans of a product, named by its code, name or UUID, more units or fewer; never fewer than are taken',
  options: {
    ...DAYS_OPTIONS,
    'where-possible': { type: 'boolean', help: 'leave time spans out of which more is taken or kept' },
  },
  async run(deps, typed) {
    const [verb, site, product, units, ...more] = typed.positionals
    if (
      verb !== 'set' ||
      site === undefined ||
      product === undefined ||
      units === undefined ||
      more.length > 0
    )
      throw new UsageError('capacity set takes a site, a product and units')
    const asked = wholeNumberOf(units)
    const chosen = await chosenDays(deps, typed, { site, product })
    const result = await setCapacity(deps, {
      ...chosen,
      units: asked,
      wherePossible: typed.isSet('where-possible'),
    })
    if ('bound' in result) return refusedReport(`${faultText(result)}. Nothing was changed`)
    if ('overtaken' in result || result.spans + result.skipped.length === 0) return noSuchTime()
    const { spans, before, skipped } = result
    const lines = [
      `Time spans with ${asked} units now: ${spans}.`,
      ...before.map(former => `Before: ${former.capacity} (${former.spans} time spans).`),
      ...skipped.map(fault => `Left out: ${faultText(fault)}`),
    ]
    return { text: lines.join('\n'), json: { units: asked, time_spans: spans, before, skipped } }
  },
}

function faultText({ date, startsAt, bound, taken }: CapacityFault): string {
  const kept = bound === taken ? '' : `, and ${bound - taken} more are kept for channels`
  return `${date} ${timeOf(jstIso(startsAt.getTime()))}: ${taken} are held or sold${kept}, so ${bound} is the least`
}
