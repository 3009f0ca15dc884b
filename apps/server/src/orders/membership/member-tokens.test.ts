import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import type { Site } from '@kippu/sites/site'
import { describe, expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { memberToken, memberTokenSecrets } from '../../../test/members.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { createMemberTokens } from './member-tokens.ts'

const demo = siteOf('demo')
const byToken: Site = { ...demo, membership: { ...demo.membership, loginType: 'Token' } }

const tokensOf = (secrets: string, { site = byToken, production = true } = {}) => {
  const env = testEnv({ MEMBERSHIP_TOKEN_SECRETS: secrets, SITE_HOSTS: 'demo=tickets.example.com' })
  const sites = createSiteDirectory(env, [site])
  return createMemberTokens({ ...env, production }, { clock: systemClock, sites })
}

test('production does not start while a site with token logins has no secret (S-5.05)', () => {
  expect(() => tokensOf('{}')).toThrow('MEMBERSHIP_TOKEN_SECRETS: production needs the secret of demo')
  expect(() => tokensOf(memberTokenSecrets(['demo']))).not.toThrow()
  expect(() => tokensOf('{}', { site: demo })).not.toThrow()
})

describe('outside production', () => {
  const token = () => memberToken({ audience: 'demo', loginId: 'boc-1001' })
  const UNSIGNED = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"boc-1001","aud":"demo"}')}.`

  test('a token that the site can verify logs its member in (S-5.05)', async () => {
    const tokens = tokensOf(memberTokenSecrets(['demo']), { production: false })
    expect(await tokens.loginIdOf('demo', await token())).toBe('boc-1001')
  })

  test.each([
    ['nothing', () => ''],
    ['a word', () => 'boc-1001'],
    ['three words', () => 'a.b.c'],
    ['a token without a signature', () => UNSIGNED],
    ['a token that a site with the secret would accept', () => token()],
  ])('a site without a secret accepts no token: %s (S-5.05)', async (_, typed) => {
    const tokens = tokensOf('{}', { production: false })
    expect(await tokens.loginIdOf('demo', await typed())).toBeUndefined()
  })
})

describe('while a secret is being changed', () => {
  const given = JSON.parse(memberTokenSecrets(['demo'])) as { demo: { issuer: string; secret: string } }
  const secret = 'the next secret of the organisation'
  const changed = (formerSecret?: string) =>
    tokensOf(JSON.stringify({ demo: { ...given.demo, secret, formerSecret } }))
  const token = () => memberToken({ audience: 'demo', loginId: 'boc-1001' })

  test('tokens that are signed with the former one log in, as those signed with the new one (S-5.05)', async () => {
    const tokens = changed(given.demo.secret)
    expect(await tokens.loginIdOf('demo', await token())).toBe('boc-1001')
    const next = await memberToken({ audience: 'demo', loginId: 'boc-1002', secret })
    expect(await tokens.loginIdOf('demo', next)).toBe('boc-1002')
  })

  test('without the former one they do not (S-5.05)', async () => {
    expect(await changed().loginIdOf('demo', await token())).toBeUndefined()
  })
})

test('a secret of a site that does not exist stops the start', () => {
  expect(SITE_KEYS).not.toContain('nowhere')
  expect(() => tokensOf(memberTokenSecrets(['demo', 'nowhere']))).toThrow('there is no site nowhere')
})
