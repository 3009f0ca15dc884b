import {
  checkIn as checkInCall,
  readTicket as readTicketCall,
  readTicketCodes as readTicketCodesCall,
} from '@kippu/contract/check-in'
import {
  reportScans as reportScansCall,
  scanTicket as scanTicketCall,
  undoScan as undoScanCall,
} from '@kippu/contract/gate'
import type { FastifyInstance } from 'fastify'

import type { DeviceKeys } from '../devices/device-keys.ts'
import { serveDevice } from '../devices/serve-device.ts'
import { serve } from '../../platform/http/route.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import type { ShowingDeps } from '../../tickets/showing.ts'
import { checkIn } from './check-in.ts'
import { readTicketCodes } from './read-ticket-codes.ts'
import { readTicket } from './read-ticket.ts'
import { reportScans } from './report-scans.ts'
import { scanTicket } from './scan-ticket.ts'
import { undoScan } from './undo-scan.ts'

interface CheckInRoutesDeps extends ShowingDeps {
  readonly content: Pick<SiteContent, 'chooseLanguage'>
  readonly deviceKeys: DeviceKeys
}

/** How people get in: by themselves, or at the staff's gate. */
export function checkInRoutes(
  app: FastifyInstance,
  { deviceKeys, content, ...deps }: CheckInRoutesDeps,
): void {
  serve(app, readTicketCall, ({ params, query }, { site }) =>
    readTicket(deps, {
      siteKey: site.key,
      token: params.reservation_token,
      lang: query.lang,
      id: params.id,
      type: query.type,
    }),
  )
  serve(app, checkInCall, ({ params, body }, { site }) =>
    checkIn(deps, {
      siteKey: site.key,
      token: params.reservation_token,
      id: params.id,
      type: body.type,
      mode: body.mode,
      gateCode: body.gate_code,
      presenceCode: body.presence_code,
      ids: body.ids,
      scanId: body.scan_id,
    }),
  )
  serve(app, readTicketCodesCall, ({ params }, { site }) =>
    readTicketCodes(deps, { siteKey: site.key, token: params.reservation_token, lang: undefined }),
  )
  serveDevice(app, deviceKeys, scanTicketCall, async ({ query, body }, device) =>
    scanTicket(deps, {
      ...device,
      scanId: body.scan_id,
      direction: body.direction,
      lang: await content.chooseLanguage(device.siteKey, query.lang),
      shown:
        body.code === undefined
          ? { number: body.reservation_number ?? '', ids: body.ids ?? [] }
          : { code: body.code },
    }),
  )
  serveDevice(app, deviceKeys, undoScanCall, ({ params, body }, { siteKey, deviceId }) =>
    undoScan(deps, { siteKey, deviceId, scanId: params.scan_id, reason: body.reason }),
  )
  serveDevice(app, deviceKeys, reportScansCall, ({ body }, device) =>
    reportScans(deps, { ...device, scans: body.scans }),
  )
}
