import { writeFile } from 'node:fs/promises'

import { cleanLine } from '@kippu/domain/form/normalise'
import { renderUnicodeCompact } from 'uqr'

import { addDevice, ENROLMENT_MINUTES } from '../../gate/devices/add-device.ts'
import { addGate } from '../../gate/devices/add-gate.ts'
import { closeGate } from '../../gate/devices/close-gate.ts'
import { readPoster } from '../../gate/devices/draw-poster.ts'
import { type ListedGate, listGates } from '../../gate/devices/list-gates.ts'
import { revokeDevice } from '../../gate/devices/revoke-device.ts'
import { type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { askFirst } from '../ask-first.ts'
import { refusedReport } from '../refused-report.ts'
import { counted } from './table.ts'

/** The words after the name of a verb. */
interface Words {
  readonly first: string
  readonly second: string
}

/** Longer names do not fit on a poster or a screen. */
const LONGEST_NAME = 60

export async function addGateReport(
  deps: CommandDeps,
  _: CommandArguments,
  { first: siteKey, second }: Words,
): Promise<Report> {
  if (!deps.sites.all.some(({ key }) => key === siteKey)) throw new UsageError(`there is no site ${siteKey}`)
  const name = nameOf(second)
  const id = await addGate(deps, { siteKey, name })
  if (id === null) return refusedReport(`${siteKey} has an open gate ${name}`)
  return { text: `Gate ${id}`, json: { gate: id } }
}

export async function closeGateReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { first }: Words,
): Promise<Report> {
  const gate = await findGate(deps, typed, first)
  if (gate === undefined) return refusedReport(`no such gate: ${first}`, 'not_found')
  if (gate.isClosed) return refusedReport('it is closed already')
  const devices = gate.devices.filter(({ state }) => state === 'enrolled').length
  return askFirst(typed, {
    plan: () =>
      Promise.resolve({
        text: `${gate.name} of ${gate.siteKey} closes for ever: its poster and ${counted(devices, 'device')} open nothing any more.`,
        json: { gate: gate.id, devices },
      }),
    word: gate.name,
    run: async () =>
      (await closeGate(deps, { gateId: gate.id }))
        ? {
            text: 'Closed: its poster and its devices open nothing any more, within 5 seconds.',
            json: { gate: gate.id },
          }
        : refusedReport('it is closed already'),
  })
}

/** A code for one device. What was scanned is a page of the site; the code stands behind the #, so that no server gets it. */
export async function enrolReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { first, second }: Words,
): Promise<Report> {
  const gate = await findGate(deps, typed, first)
  if (gate === undefined) return refusedReport(`no such gate: ${first}`, 'not_found')
  if (gate.isClosed) return refusedReport('the gate is closed')
  const { id, enrolmentToken } = await addDevice(deps, {
    siteKey: gate.siteKey,
    gateId: gate.id,
    name: nameOf(second),
  })
  const address = `${deps.sites.originOf(gate.siteKey)}/gate#${enrolmentToken}`
  return {
    text: [
      `Device ${id} of ${gate.name}. Open this on the device, once, within ${ENROLMENT_MINUTES} minutes:`,
      '',
      renderUnicodeCompact(address),
      '',
      address,
      '',
      `Or open ${deps.sites.originOf(gate.siteKey)}/gate and type ${enrolmentToken}`,
    ].join('\n'),
    json: { device: id, gate: gate.id, address, token: enrolmentToken, minutes: ENROLMENT_MINUTES },
  }
}

export async function revokeReport(
  deps: CommandDeps,
  _: CommandArguments,
  { first }: Words,
): Promise<Report> {
  const all = await listGates(deps, {})
  const device = all.flatMap(({ devices }) => devices).find(({ id }) => id === first.toLowerCase())
  if (device === undefined)
    return refusedReport(`no such device: ${first}. Name it by its id, as gates shows it`, 'not_found')
  if (!(await revokeDevice(deps, { deviceId: device.id }))) return refusedReport('it is revoked already')
  return {
    text: `Revoked: ${device.name} gets no answer any more, within 5 seconds.`,
    json: { device: device.id },
  }
}

export async function posterReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { first, second: file }: Words,
): Promise<Report> {
  const gate = await findGate(deps, typed, first)
  if (gate === undefined) return refusedReport(`no such gate: ${first}`, 'not_found')
  if (gate.isClosed) return refusedReport('the gate is closed')
  if (!file.endsWith('.svg')) throw new UsageError('the file of a poster ends in .svg')
  const site = deps.sites.find(gate.siteKey)
  const poster = await readPoster(deps, { gateId: gate.id, siteName: site?.name.ja ?? gate.siteKey })
  if (poster === undefined)
    return refusedReport('its code was made with a key that is gone: close it, and add another one')
  await writeFile(file, poster)
  return { text: `Written: ${file}`, json: { gate: gate.id, file } }
}

/** By its id, or by its name where one open gate has it. @throws UsageError when several sites have one of this name. */
async function findGate(
  deps: CommandDeps,
  typed: CommandArguments,
  named: string,
): Promise<ListedGate | undefined> {
  const all = await listGates(deps, {})
  const byId = all.find(({ id }) => id === named.toLowerCase())
  if (byId !== undefined) return byId
  const asked = typed.text('site') ?? deps.env.siteKey ?? undefined
  const [found, ...more] = all.filter(
    ({ name, isClosed, siteKey }) =>
      name === cleanLine(named).trim() && !isClosed && (asked === undefined || siteKey === asked),
  )
  if (more.length > 0)
    throw new UsageError('gates of several sites have this name: add --site, or name its id')
  return found
}

function nameOf(typed: string): string {
  const name = cleanLine(typed).trim()
  if (name === '' || name.length > LONGEST_NAME)
    throw new UsageError(`a name has 1 to ${LONGEST_NAME} characters`)
  return name
}
