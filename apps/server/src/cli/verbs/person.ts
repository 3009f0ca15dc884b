import { zipSync } from 'fflate'

import { erasePerson, type ErasureOutcome } from '../../office/persons/erase-person.ts'
import { exportPerson, type PersonExport } from '../../office/persons/export-person.ts'
import type { HeldPart } from '../../office/persons/held-data.ts'
import type { Obstacle } from '../../office/persons/obstacles.ts'
import { personPage } from '../../office/persons/person-page.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { writeWhole } from '../texts/file-output.ts'
import { refusedReport } from '../refused-report.ts'
import { table } from '../texts/table.ts'

/** The data held about one visitor, and their erasure (docs/retention.md). */
export const person: Command = {
  usage: `person export <site> <mail address, reservation number or order> [--out <file>.zip]
       npm run kippu -- person erase <site> <mail address, reservation number or order> --reason … [--confirm <word>] [--force]`,
  summary: 'hand out all that a site holds about a visitor, or erase them; books and tax documents stay',
  options: {
    out: {
      type: 'string',
      help: 'a file with the page and the data; without it, the data on standard output',
    },
    reason: {
      type: 'string',
      help: 'why, and how you made sure who asks; it stays, so it must not name the visitor',
    },
    confirm: { type: 'string', help: 'the word that the plan said; without it nothing is changed' },
    force: { type: 'boolean', help: 'also while a visit is to come: its tickets stay good' },
  },
  async run(deps, typed) {
    const [verb, site, whom, ...more] = typed.positionals
    if (whom === undefined || more.length > 0)
      throw new UsageError('person takes export or erase, a site, and one visitor')
    const asked = { siteKey: chosenSite(deps, site), typed: whom }
    if (verb === 'export') return exportReport(deps, typed, asked)
    if (verb === 'erase') return eraseReport(deps, typed, asked)
    throw new UsageError(`person can't ${verb ?? ''}`)
  },
}

interface Asked {
  readonly siteKey: string
  readonly typed: string
}

const NOTHING = 'the site holds nothing about them'

async function exportReport(deps: CommandDeps, typed: CommandArguments, asked: Asked): Promise<Report> {
  const found = await exportPerson(deps, asked)
  if (found === undefined) return refusedReport(NOTHING, 'not_found')
  const file = typed.text('out')
  if (file === undefined) return { text: JSON.stringify(found, null, 2), json: found }
  await writeWhole(file, zipped(found))
  return { text: `${file}\n\n${heldText(found.held)}`, json: { file } }
}

async function* zipped(found: PersonExport): AsyncGenerator<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  yield zipSync({
    'person.html': bytes(personPage(found)),
    'person.json': bytes(`${JSON.stringify(found, null, 2)}\n`),
  })
}

function heldText(held: readonly HeldPart[]): string {
  return table([['WHAT', 'ROWS'], ...held.map(({ part, rows }) => [part, String(rows.length)])])
}

/** The words of the staff, to be read before they go. */
function losingText(losing: readonly HeldPart[]): string[] {
  return losing.map(
    ({ part, rows }) =>
      `${part}: ${rows.length} will lose their words\n${rows.map(row => `  ${JSON.stringify(row)}`).join('\n')}`,
  )
}

async function eraseReport(deps: CommandDeps, typed: CommandArguments, asked: Asked): Promise<Report> {
  const outcome = await erasePerson(deps, {
    ...asked,
    reason: reasonOf(typed),
    isForced: typed.isSet('force'),
    confirmed: typed.text('confirm'),
  })
  return outcomeReport(outcome)
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  ordering: 'an order is under way: wait until it ends',
  paying: 'a payment is open or waits for a person',
  refunding: 'a refund is open or waits for a person',
  cancelling: 'a visit is being cancelled',
  ahead: 'a visit is to come: give it back first, or --force',
}

function outcomeReport(outcome: ErasureOutcome): Report {
  switch (outcome.kind) {
    case 'nothing':
      return refusedReport(NOTHING, 'not_found')
    case 'refused':
      return refusedReport(outcome.obstacles.map(one => OBSTACLES[one]).join('; '))
    case 'reason':
      return refusedReport('the reason names the visitor, and it stays')
    case 'changed':
      return refusedReport('the word is not that of the plan as it is now: ask for the plan again')
    case 'planned':
      return {
        text: [
          heldText(outcome.held),
          ...losingText(outcome.losing),
          `Nothing was changed. To erase it: --confirm ${outcome.word}`,
        ].join('\n\n'),
        json: {
          word: outcome.word,
          rows: outcome.held.map(({ part, rows }) => [part, rows.length]),
          losing: outcome.losing,
        },
      }
    case 'erased':
      return {
        text: `Erased:\n${table(Object.entries(outcome.gone).map(([what, count]) => [what, String(count)]))}`,
        json: outcome.gone,
      }
  }
}
