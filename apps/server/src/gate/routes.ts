import {
  enrolDevice as enrolDeviceCall,
  readArrivals as readArrivalsCall,
  readDevice as readDeviceCall,
  readDoorList as readDoorListCall,
  readOfflineGate as readOfflineGateCall,
} from '@kippu/contract/gate'
import type { FastifyInstance } from 'fastify'

import { refuse } from '../platform/http/refusal.ts'
import { serve } from '../platform/http/route.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'
import type { DeviceKeys } from './devices/device-keys.ts'
import { enrolDevice } from './devices/enrol-device.ts'
import { serveDevice } from './devices/serve-device.ts'
import { readArrivals } from './read-arrivals.ts'
import { type GateDeps, readDevice } from './read-device.ts'
import { readDoorList } from './read-door-list.ts'
import { readOfflineGate } from './read-offline-gate.ts'

export interface GateRoutesDeps extends GateDeps {
  readonly deviceKeys: DeviceKeys
  readonly gates: SiteGates
}

/** Devices of the staff, and what they read (docs/gate.md). What they scan is served by `gate/check-in`. */
export function gateRoutes(app: FastifyInstance, { deviceKeys, ...deps }: GateRoutesDeps): void {
  const { content } = deps
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
  serveDevice(app, deviceKeys, readDoorListCall, async ({ query }, { siteKey }) =>
    readDoorList(deps, {
      siteKey,
      timeSpanId: query.time_span_id,
      part: query.q ?? '',
      after: query.after ?? '',
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
  )
  serveDevice(app, deviceKeys, readArrivalsCall, async ({ query }, { siteKey }) =>
    readArrivals(deps, {
      siteKey,
      date: query.date,
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
  )
  serveDevice(app, deviceKeys, readOfflineGateCall, async ({ query }, { siteKey }) =>
    readOfflineGate(deps, {
      siteKey,
      since: query.since,
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
  )
}
