import type { FirstView } from '@kippu/contract/first-view'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { withKeptMarkup } from './kept-markup.ts'

let server: DemoShop
const rendered: string[] = []
let fails = false

beforeAll(async () => {
  server = await createShop({
    catalogue: 'demo',
    replace: ({ web }) => {
      const renderFirstView = async (view: FirstView): Promise<string> => {
        rendered.push(`${view.site.key} ${view.lang}`)
        if (fails) throw new Error('no markup today')
        return `<p>${view.lang} ${'nextRelease' in view ? view.nextRelease : ''}</p>`
      }
      return { web: { ...web, renderer: withKeptMarkup({ ...web.renderer, renderFirstView }) } }
    },
  })
})

afterAll(async () => {
  await server.close()
})

async function documentOf(host: string, cookie = 'lang=ja'): Promise<string> {
  server.clock.advance(1_000)
  const { body } = await server.app.inject({ url: '/', headers: { host: `${host}.localhost`, cookie } })
  return body
}

test('a page that shows the same is written again and not rendered again', async () => {
  const writtenAt = /"writtenAt":(\d+)/
  const [one, other] = [await documentOf('mori'), await documentOf('mori')]
  expect(writtenAt.exec(one)?.[1]).not.toBe(writtenAt.exec(other)?.[1])
  expect(other).toContain('<p>ja null</p>')
  expect(rendered).toEqual(['mori ja'])
})

test('another language and another site are pages of their own', async () => {
  rendered.length = 0
  expect(await documentOf('mori', 'lang=en')).toContain('<p>en null</p>')
  expect(await documentOf('softbank')).toContain('<p>ja null</p>')
  expect(await documentOf('mori')).toContain('<p>ja null</p>')
  expect(rendered).toEqual(['mori en', 'softbank ja'])
})

test('what the venue changes is rendered with the next document', async () => {
  const value = '2026-12-01T12:00:00+09:00'
  await server.db.transaction(tx =>
    tx.insertInto('settings').values({ site_key: 'softbank', key: 'Next_Release_At', value }).execute(),
  )
  expect(await documentOf('softbank')).toContain(`<p>ja ${value}</p>`)
})

test('a page that could not be rendered is tried again', async () => {
  rendered.length = 0
  fails = true
  const broken = await documentOf('okinawa')
  fails = false
  expect(broken).toContain('<div id="root"></div>')
  expect(await documentOf('okinawa')).toContain('<p>ja null</p>')
  expect(rendered).toEqual(['okinawa ja', 'okinawa ja'])
})
