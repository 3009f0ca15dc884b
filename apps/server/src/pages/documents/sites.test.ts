import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { siteViewOf } from './site-view.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(async () => {
  await server.close()
})

const get = (app: DemoShop, url: string, host: string) => app.app.inject({ url, headers: { host } })

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]

describe.each(SITE_KEYS)('the site %s (R-1.22–1.36)', key => {
  test('answers at its host with its own title and theme', async () => {
    const { statusCode, body } = await get(server, '/', `${key}.localhost`)
    expect(statusCode).toBe(200)
    expect(titleOf(body)).toBe(siteOf(key).title.ja)
    expect(body).toContain(`/sites/${key}/`)
  })

  test('sells products of its own, with their pictures', async () => {
    const host = `${key}.localhost`
    const products = (await get(server, '/api/v1/products?lang=en', host)).json<{ image_path: string }[]>()
    expect(products.length).toBeGreaterThan(1)
    expect(products.filter(({ image_path }) => !image_path.startsWith(`/sites/${key}/`))).toEqual([])
    const [{ image_path }] = products as [{ image_path: string }]
    expect((await get(server, image_path, host)).statusCode).toBe(200)
  })
})

test.each(['ruins', 'mori'] as const)(
  'SITE_KEY=%s gives the whole deployment to that site, with its title, logo and layout (R-1.21)',
  async key => {
    const pinned = await createShop({ catalogue: 'demo', variables: { SITE_KEY: key } })
    const { body } = await get(pinned, '/', 'localhost')
    await pinned.close()
    const { title, headerLogo, orderLayout } = siteOf(key)
    expect(titleOf(body)).toBe(title.ja)
    expect(body).toContain(headerLogo.black)
    expect(body).toContain(`"orderLayout":"${orderLayout}"`)
  },
)

test('the browser gets values of regions and answers; their labels are texts of its language (R-3.48, R-3.51)', async () => {
  const host = 'nishinippon.localhost'
  const { signIn, membership } = siteViewOf(siteOf('nishinippon'), 'ja')
  expect(signIn.regions.slice(-2)).toEqual(['other_prefecture', 'overseas'])
  expect(membership).toEqual({
    loginType: 'IdPass',
    disabled: false,
    required: false,
    skipMailAuthentication: true,
  })
  const texts = (await get(server, '/api/v1/texts?lang=en', host)).json<{ key: string; text: string }[]>()
  const words = new Map(texts.map(({ key, text }) => [key, text]))
  expect(words.get('site_seller')).toBe('Hinosato Art Hall Committee')
  expect(signIn.regions.filter(value => !words.get(`site_region_${value}`))).toEqual([])
  expect(siteViewOf(siteOf('izura'), 'th').signIn.question1).toContain('friend')
})
