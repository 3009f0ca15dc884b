import { jstIso } from '@kippu/domain/jst-date'

import { endGateKey, readGateKeys, rotateGateKey } from '../../tickets/site-gates/change-keys.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { askFirst } from '../ask-first.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type Report,
  UsageError,
  YES_OPTION,
} from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { table } from '../texts/table.ts'

/** The keys that sign the codes of a site's tickets (docs/gate.md). */
export const gateKeys: Command = {
  usage: `gate-keys <site>
       npm run kippu -- gate-keys rotate <site>
       npm run kippu -- gate-keys retire <site> <number> [--yes]`,
  summary:
    'the keys that sign the codes of tickets; sign with a new one from now on; or refuse what one has signed',
  options: YES_OPTION,
  async run(deps, typed) {
    const [first, second, third, ...more] = typed.positionals
    if (more.length > 0) throw new UsageError('these are too many words')
    if (first === 'rotate' && third === undefined) return rotate(deps, chosenSite(deps, second))
    if (first === 'retire')
      return retireAsked(deps, typed, { siteKey: chosenSite(deps, second), number: numberOf(third) })
    if (second !== undefined) throw new UsageError('name one site')
    return list(deps, chosenSite(deps, first))
  },
}

async function list(deps: CommandDeps, siteKey: string): Promise<Report> {
  const keys = await readGateKeys(deps, { siteKey })
  const json = keys.map(({ number, publicKey, createdAt, retiredAt }) => ({
    number,
    public_key: publicKey.toString('base64url'),
    created_at: jstIso(createdAt.getTime()),
    retired_at: retiredAt === null ? null : jstIso(retiredAt.getTime()),
  }))
  if (json.length === 0) return { text: 'No key yet: the first code that is shown makes one.', json }
  const newest = json.find(({ retired_at: retiredAt }) => retiredAt === null)
  const lines = json.map(key => [
    String(key.number),
    key.public_key,
    key.created_at,
    key.retired_at === null ? (key === newest ? 'signs' : 'still admits') : `retired ${key.retired_at}`,
  ])
  return { text: table([['KEY', 'PUBLIC KEY', 'MADE', 'USE'], ...lines]), json }
}

async function rotate(deps: CommandDeps, siteKey: string): Promise<Report> {
  const number = await rotateGateKey(deps, { siteKey })
  return {
    text: `Key ${number} signs every code that is shown from now on, within 5 seconds. What the keys before it signed still admits: retire them once nobody comes with it.`,
    json: { site: siteKey, number },
  }
}

interface AskedKey {
  readonly siteKey: string
  readonly number: number
}

async function retireAsked(deps: CommandDeps, typed: CommandArguments, asked: AskedKey): Promise<Report> {
  const { siteKey, number } = asked
  return askFirst(typed, {
    plan: async () => {
      const keys = await readGateKeys(deps, { siteKey })
      if (!keys.some(key => key.number === number && key.retiredAt === null)) return noSuchKey(asked)
      return {
        text: `Key ${number} of ${siteKey} is retired for ever: codes that it signed are refused, printed ones too. A ticket page that is opened shows a good one.`,
        json: { site: siteKey, number },
      }
    },
    word: `${siteKey} ${number}`,
    run: () => retire(deps, asked),
  })
}

function noSuchKey({ siteKey, number }: AskedKey): Report {
  return refusedReport(`${siteKey} has no key ${number}, or it is retired already`, 'not_found')
}

async function retire(deps: CommandDeps, asked: AskedKey): Promise<Report> {
  const { siteKey, number } = asked
  const isDone = await endGateKey(deps, { siteKey, number })
  if (!isDone) return noSuchKey(asked)
  return {
    text: `Retired: codes that key ${number} signed are refused, within 5 seconds, and by a gate without a connection once it was connected again. A ticket page that is opened shows a good one.`,
    json: { site: siteKey, number },
  }
}

function numberOf(typed: string | undefined): number {
  if (typed === undefined || !/^\d{1,3}$/.test(typed)) throw new UsageError('name a key by its number')
  return Number(typed)
}
