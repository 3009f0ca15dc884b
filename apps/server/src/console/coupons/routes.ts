import { handOutCodesCall, listCouponsCall, mailCodesCall } from '@kippu/contract/console/coupons'
import type { FastifyInstance } from 'fastify'

import { handOutCodes, listCodeReaders, mailCodes } from '../../office/coupons/hand-out-codes.ts'
import { listCoupons } from '../../orders/coupons/list-coupons.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** Coupons with their uses. They are made, paused and resumed as sheets. */
export function couponRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, listCouponsCall, async ({ params: { site: siteKey }, query: { typed } }, { by }) => {
    const { coupons, found } = await listCoupons(by, { siteKey, typed })
    return {
      found,
      readers: [...(await listCodeReaders(by, { siteKey }))],
      coupons: coupons.map(one => ({
        code: one.code,
        kind: one.kind,
        discount_type: one.discountType,
        discount_amount: one.discountAmount,
        is_active: one.isActive,
        starts_on: one.startsOn,
        ends_on: one.endsOn,
        usage_limit: one.usageLimit,
        name_ja: one.names['ja'] ?? '',
        name_en: one.names['en'] ?? '',
        uses: one.uses,
        yen: one.yen,
        holding: one.holding,
      })),
    }
  })
  serveStaff(app, parts, handOutCodesCall, async ({ params: { site: siteKey }, body }, { by }) =>
    handOutCodes(by, { siteKey, ...body }),
  )
  serveStaff(app, parts, mailCodesCall, async ({ params: { site: siteKey }, body }, { by }) => {
    if (!(await mailCodes(by, { siteKey, ...body })))
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'to', rule: 'has no address' }] })
    return {}
  })
}
