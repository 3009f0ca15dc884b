import { decodeProtectedHeader, jwtVerify } from 'jose'
import * as v from 'valibot'
import { expect, test } from 'vitest'

import { running } from '../../test/running.ts'

const SECRET = 'shared by this test and its simulators'
const membershipTokenSecrets = { boc: { issuer: 'http://issuer.test/membership', secret: SECRET } }

async function pageOf(path: string): Promise<string> {
  const { url } = await running({ membershipTokenSecrets })
  return (await fetch(url + path)).text()
}

async function minted(address: string): Promise<{ readonly token: string; readonly url: string }> {
  const answer = await fetch(address)
  return v.parse(v.object({ token: v.string(), url: v.string() }), await answer.json())
}

test('a token names member, site and issuer, and ends in half an hour (S-5.05)', async () => {
  const { url } = await running({ membershipTokenSecrets })
  const { token, url: store } = await minted(`${url}/membership/api/token?site=boc&member=boc-1001`)
  expect(store).toBe(`http://boc.localhost:3000/#/order?token=${token}`)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const { payload } = await jwtVerify(token, new TextEncoder().encode(SECRET))
  expect(payload).toMatchObject({ iss: membershipTokenSecrets.boc.issuer, aud: 'boc', sub: 'boc-1001' })
  expect(payload.exp! - payload.iat!).toBe(1_800)
})

test('an expired token can be made as well (S-5.05)', async () => {
  const { url } = await running({ membershipTokenSecrets })
  const { token } = await minted(`${url}/membership/api/token?site=boc&member=boc-1001&seconds=-600`)
  await expect(jwtVerify(token, new TextEncoder().encode(SECRET))).rejects.toThrow(/exp/)
})

test('the page offers the sites that take tokens, and takes a member to the store (S-5.05)', async () => {
  expect(await pageOf('/membership')).toContain('<option value="boc" selected>')
  const made = await pageOf('/membership?site=boc&member=boc-1002')
  expect(made).toContain('boc-1002, a member of boc')
  expect(made).toMatch(/href="http:\/\/boc\.localhost:3000\/#\/order\?token=[\w-]+\.[\w-]+\.[\w-]+"/)
  expect(await pageOf('/')).toContain('href="/membership"')
})

test('the input of a visitor is escaped', async () => {
  const made = await pageOf(
    `/membership?site=boc&member=${encodeURIComponent('"><script>alert(1)</script>')}`,
  )
  expect(made).not.toContain('<script>')
})

test('another site gets no token, and without sites there is no page', async () => {
  const { url } = await running({ membershipTokenSecrets })
  expect((await fetch(`${url}/membership/api/token?site=demo&member=x`)).status).toBe(404)
  expect((await fetch(`${url}/membership/api/token?site=__proto__&member=x`)).status).toBe(404)
  const other = await running()
  expect((await fetch(`${other.url}/membership`)).status).toBe(404)
  expect(await (await fetch(other.url)).text()).not.toContain('/membership')
})
