import { enrolDevice as enrolDeviceCall, readDevice as readDeviceCall } from '@kippu/contract/gate'
import type { FastifyInstance } from 'fastify'

import { refuse } from '../http/refusal.ts'
import { serve } from '../http/route.ts'
import type { DeviceKeys } from './devices/device-keys.ts'
import { enrolDevice } from './devices/enrol-device.ts'
import { serveDevice } from './devices/serve-device.ts'
import { type GateDeps, readDevice } from './read-device.ts'

export interface GateRoutesDeps extends GateDeps {
  readonly deviceKeys: DeviceKeys
}

/** Devices of the staff, and what they read (docs/gate.md). What they scan is served by `tickets/check-in`. */
export function gateRoutes(app: FastifyInstance, { deviceKeys, ...deps }: GateRoutesDeps): void {
  serve(
    app,
    enrolDeviceCall,
    async ({ body }, { site }) => {
      const enrolled = await enrolDevice(deps, { siteKey: site.key, token: body.enrolment_token })
      if (enrolled === undefined) return refuse('record not found')
      return { device_key: enrolled.key, device: await readDevice(deps, site, enrolled.id) }
    },
    { perMinute: 'guessesPerMinute' },
  )
  serveDevice(app, deviceKeys, readDeviceCall, (_, { deviceId }, { site }) =>
    readDevice(deps, site, deviceId),
  )
}
