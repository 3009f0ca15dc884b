import { LONGEST_NOTE, noteOrder } from '../../office/desk/note-order.ts'
import { type Command, UsageError } from '../command.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { refusedReport } from '../refused-report.ts'

/** A word about an order, for the next person at the desk (docs/handbook.md). */
export const note: Command = {
  usage: 'note <site> <reservation number | order id> <words>',
  summary: 'keep a promise, a complaint or a reminder with an order; it goes when the visitor is erased',
  options: {},
  async run(deps, { positionals: [site, typed, ...words] }) {
    const siteKey = chosenSite(deps, site)
    const reason = words.join(' ').trim()
    if (typed === undefined || reason === '')
      throw new UsageError('note takes a site, an order, and what is to be kept')
    if (reason.length > LONGEST_NOTE)
      throw new UsageError(`a note has ${LONGEST_NOTE} characters at most: this one has ${reason.length}`)
    if (!(await noteOrder(deps, { siteKey, typed, reason })))
      return refusedReport('the site has no such order', 'not_found')
    return { text: 'Kept. order shows it.', json: { kept: true } }
  },
}
