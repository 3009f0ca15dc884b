import { randomUUID } from 'node:crypto'

import { readTickets, type Ticket } from '@kippu/contract/reservations'
import { sql } from 'kysely'
import * as v from 'valibot'

import { addDevice } from '../../src/gate/devices/add-device.ts'
import { addGate } from '../../src/gate/devices/add-gate.ts'
import { enrolDevice } from '../../src/gate/devices/enrol-device.ts'
import { presenceCodeAt } from '../../src/gate/devices/presence-code.ts'
import { OWNER } from '../owner.ts'
import type { StoreAnswer } from './orders.ts'
import type { OtherDaysShop } from './other-days.ts'
import type { ServerApp } from './server-app.ts'
import { byStaff } from '../../src/platform/staff/staff-verb.ts'

/** A device of the staff at a gate of its own. */
export interface StaffDevice {
  readonly gateId: string
  readonly key: string
  /** Any call of the gate. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<StoreAnswer>
  /** Scans a code, with a new name of the scan unless one is given. */
  scan(
    code: string,
    more?: { readonly direction?: 'in' | 'out'; readonly scanId?: string },
  ): Promise<StoreAnswer>
}

export interface GateShop extends OtherDaysShop {
  /** Enrols a device at a new gate of the site. */
  device(siteKey?: string): Promise<StaffDevice>
  /** What the poster of a gate shows. */
  posterOf(gateId: string): string
  /** What the house shows now to those who are there. */
  presence(siteKey?: string): string
  ticketsOf(token: string): Promise<readonly Ticket[]>
  /** A visitor checks in, by the code of the day unless more is said. */
  checkIn(token: string, id: number | string, more?: object): Promise<StoreAnswer>
  /** How often and how long the product admits. */
  setRules(rules: {
    readonly policy?: 'once' | 'daily' | 'any'
    readonly reentryMinutes?: number | null
    readonly saleType?: 'time' | 'date' | 'period'
    readonly scanMode?: 'read_qr' | 'tap_ticket'
  }): Promise<void>
}

/** Enrols devices, each at a gate of its own. */
export function devicesOf({ deps, app }: Pick<ServerApp, 'deps' | 'app'>): GateShop['device'] {
  let gates = 0
  return async (siteKey = 'demo') => {
    gates += 1
    const gateId = await addGate(byStaff(OWNER, deps), { siteKey, name: `Gate ${gates}` })
    if (gateId === null) throw new Error('its name is taken')
    const { enrolmentToken } = await addDevice(byStaff(OWNER, deps), { siteKey, gateId, name: 'Tablet' })
    const enrolled = await enrolDevice(deps, { siteKey, token: enrolmentToken })
    if (enrolled === undefined) throw new Error('the device was not enrolled')
    const { key } = enrolled
    const call: StaffDevice['call'] = async (method, url, payload) => {
      const headers = { host: 'localhost', authorization: `Bearer ${key}` }
      const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
      return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() }
    }
    return {
      gateId,
      key,
      call,
      scan: (code, { direction = 'in', scanId = randomUUID() } = {}) =>
        call('POST', '/api/v1/gate/scans', { scan_id: scanId, direction, code }),
    }
  }
}

/** A shop with its gate; the clock stands in the visit, on 2026-12-01 at 10:30. */
export function withGate(shop: OtherDaysShop): GateShop {
  const { deps, catalogue } = shop
  return {
    ...shop,
    device: devicesOf(shop),
    posterOf: gateId => deps.tokens.derive('gate', gateId),
    presence: (siteKey = 'demo') => presenceCodeAt(deps, siteKey, deps.clock.now()).digits,
    ticketsOf: async token => {
      const { status, body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
      return status === 200 ? v.parse(readTickets.response, body) : []
    },
    checkIn: (token, id, more = {}) =>
      shop.call('POST', `/api/v1/tickets/${token}/${id}/checkin`, {
        type: 'gate',
        mode: 'tap_ticket',
        presence_code: presenceCodeAt(deps, 'demo', deps.clock.now()).digits,
        ...more,
      }),
    setRules: ({ policy = 'once', reentryMinutes = null, saleType = 'time', scanMode = 'tap_ticket' }) =>
      shop.run(sql`
        update products
           set entry_policy = ${policy}, reentry_minutes = ${reentryMinutes}, sale_type = ${saleType}, scan_mode = ${scanMode}
         where id in (${catalogue.productId}, ${catalogue.tea.productId})`),
  }
}
