import { siteOf } from '@kippu/demo/demo-sites'
import type { Site } from '@kippu/sites/site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { insertMember, insertPromotion, memberToken, memberTokenSecrets } from '../../../test/members.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'

const PASSWORD = 'correct horse'
const REFUSED = { status: 400, body: { error: 'membership login failed' } }

/** The server, with a changed membership setting of the demo site. */
function shopWith(membership: Partial<Site['membership']>): Promise<Shop> {
  const demo = siteOf('demo')
  const site = { ...demo, membership: { ...demo.membership, ...membership } }
  return createShop({
    variables: { MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(['demo']) },
    replace: ({ env }) => ({ sites: createSiteDirectory(env, [site]) }),
  })
}

const tokenOf = ({ clock }: Shop, loginId: string): Promise<string> =>
  memberToken({ audience: 'demo', loginId, issuedAt: Math.floor(clock.now() / 1000) })

describe('a site without members', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await shopWith({ disabled: true })
  })

  afterAll(() => shop.close())

  test('R-1.04, S-5.07: refuses all three calls', async () => {
    const email = await insertMember(shop.db)
    const { token, id } = await shop.orderToken()
    const login = { email, password: PASSWORD }
    expect(await shop.call('POST', `/api/v1/membership/login/${token}`, login)).toEqual(REFUSED)
    const byToken = { token: await tokenOf(shop, email) }
    expect(await shop.call('POST', `/api/v1/membership/token/login/${token}`, byToken)).toEqual(REFUSED)
    await shop.db.transaction(tx =>
      tx
        .updateTable('orders')
        .set({ member_id: tx.selectFrom('members').select('id').where('login_id', '=', email) })
        .where('id', '=', id)
        .execute(),
    )
    expect(await shop.call('GET', `/api/v1/membership/${token}`)).toEqual({
      status: 400,
      body: { error: 'membership retrieval failure' },
    })
  })
})

describe('a site for members only', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await shopWith({ loginType: 'Token', required: true })
  })

  afterAll(() => shop.close())

  test('R-1.39, S-5.08: takes no payment without a login', async () => {
    const promotionId = await insertPromotion(shop.db, { amount: 100 })
    const loginId = await insertMember(shop.db, { password: null, promotionId })
    const { token, id } = await shop.orderToken()
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', id).execute(),
    )
    const pay = () => shop.call('POST', `/api/v1/orders/checkout/${token}`, { payment_method_type: 'free' })
    expect(await pay()).toEqual(REFUSED)
    const byToken = { token: await tokenOf(shop, loginId) }
    expect((await shop.call('POST', `/api/v1/membership/token/login/${token}`, byToken)).status).toBe(200)
    expect(await pay()).toMatchObject({ status: 200, body: { result: 'completed' } })
  })
})
