import { addDevice } from '../src/gate/devices/add-device.ts'
import { addGate } from '../src/gate/devices/add-gate.ts'
import { enrolDevice } from '../src/gate/devices/enrol-device.ts'
import { OWNER } from './owner.ts'
import type { DemoShop } from './shop/shop.ts'
import { byStaff } from '../src/platform/staff/staff-verb.ts'

/** A device of the staff at a gate of its own. */
export interface TestDevice {
  readonly deviceId: string
  readonly gateId: string
  /** On the gate's poster. */
  readonly gateCode: string
  /** The header with which it makes its calls. */
  readonly authorization: string
}

let made = 0

export async function newDevice({ deps }: Pick<DemoShop, 'deps'>, siteKey: string): Promise<TestDevice> {
  made += 1
  const gateId = await addGate(byStaff(OWNER, deps), { siteKey, name: `Gate of the test ${made}` })
  if (gateId === null) throw new Error('the name of the gate is taken')
  const { id: deviceId, enrolmentToken } = await addDevice(byStaff(OWNER, deps), {
    siteKey,
    gateId,
    name: 'Tablet',
  })
  const device = await enrolDevice(deps, { siteKey, token: enrolmentToken })
  if (device === undefined) throw new Error('the device was not enrolled')
  return {
    deviceId,
    gateId,
    gateCode: deps.tokens.derive('gate', gateId),
    authorization: `Bearer ${device.key}`,
  }
}
