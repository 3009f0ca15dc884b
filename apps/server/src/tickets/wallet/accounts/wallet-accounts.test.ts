import { beforeAll, expect, test } from 'vitest'

import {
  makeWalletCertificates,
  PASS_TYPE_ID,
  TEAM_ID,
  type WalletCertificates,
} from '../../../../../simulators/src/apple-wallet/certificates.ts'
import { testEnv } from '../../../../test/shop/test-env.ts'
import { parseEnv } from '../../../start/environment/read-env.ts'
import { passTypeEnds } from './pass-type-ends.ts'
import { walletsOf } from './wallet-accounts.ts'

let own: WalletCertificates
let other: WalletCertificates
let ended: WalletCertificates

beforeAll(async () => {
  own = await makeWalletCertificates()
  other = await makeWalletCertificates({ passTypeId: 'pass.other', teamId: 'OTHER12345' })
  ended = await makeWalletCertificates({
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2021-02-03T00:00:00Z'),
  })
})

const variablesOf = (
  { pass, intermediate }: WalletCertificates,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  APPLE_WALLET_PASS_TYPE_ID: PASS_TYPE_ID,
  APPLE_WALLET_TEAM_ID: TEAM_ID,
  APPLE_WALLET_CERTIFICATE: pass.certificate,
  APPLE_WALLET_KEY: pass.key,
  APPLE_WALLET_WWDR: intermediate,
  ...more,
})

const ofSite = (siteKey: string, variables: Readonly<Record<string, string>>) =>
  walletsOf(testEnv(variables).wallets, siteKey)

test('without variables no site has a wallet', () => {
  expect(ofSite('demo', {})).toEqual({ apple: null, google: null })
})

test('a site may have a pass type of its own, and the others that of the deployment', () => {
  const mori = { PASS_TYPE_ID: 'pass.other', TEAM_ID: 'OTHER12345' }
  const variables = {
    ...variablesOf(own),
    MORI__APPLE_WALLET_PASS_TYPE_ID: mori.PASS_TYPE_ID,
    MORI__APPLE_WALLET_TEAM_ID: mori.TEAM_ID,
    MORI__APPLE_WALLET_CERTIFICATE: other.pass.certificate,
    // One line, as places for variables want it.
    MORI__APPLE_WALLET_KEY: other.pass.key.replaceAll('\n', String.raw`\n`),
    MORI__APPLE_WALLET_WWDR: other.intermediate,
  }
  expect(ofSite('demo', variables).apple?.passTypeId).toBe(PASS_TYPE_ID)
  expect(ofSite('mori', variables).apple).toMatchObject({
    passTypeId: 'pass.other',
    pushUrl: 'https://api.push.apple.com',
  })
})

test('of each pass type the earliest end is known, whichever site has it', async () => {
  const soon = await makeWalletCertificates({ notAfter: new Date(Date.now() + 864_000_000) })
  const { wallets } = testEnv({
    ...variablesOf(own),
    ...Object.fromEntries(Object.entries(variablesOf(soon)).map(([name, value]) => [`MORI__${name}`, value])),
  })
  const endAt = (siteKey: string) => walletsOf(wallets, siteKey).apple?.endsAt
  expect(endAt('mori')).toBeLessThan(endAt('demo') ?? 0)
  expect([...passTypeEnds(wallets)]).toEqual([[PASS_TYPE_ID, endAt('mori')]])
  expect([...passTypeEnds({ ...wallets, ofSite: new Map() })]).toEqual([[PASS_TYPE_ID, endAt('demo')]])
})

const without = (name: string): Record<string, string> => ({ ...variablesOf(own), [name]: '' })

test.each<readonly [problem: string, variables: () => Readonly<Record<string, string>>]>([
  ['APPLE_WALLET_KEY: is not set, but APPLE_WALLET_PASS_TYPE_ID is', () => without('APPLE_WALLET_KEY')],
  ['APPLE_WALLET_WWDR: is not set', () => without('APPLE_WALLET_WWDR')],
  ['APPLE_WALLET_CERTIFICATE: ended on 2021-02-03', () => variablesOf(ended)],
  [
    'APPLE_WALLET_CERTIFICATE: is of pass.other, and APPLE_WALLET_PASS_TYPE_ID another one',
    () => variablesOf(other, { APPLE_WALLET_TEAM_ID: 'OTHER12345' }),
  ],
  [
    'APPLE_WALLET_CERTIFICATE: is of the team OTHER12345, and APPLE_WALLET_TEAM_ID another one',
    () => variablesOf(other, { APPLE_WALLET_PASS_TYPE_ID: 'pass.other' }),
  ],
  [
    'APPLE_WALLET_WWDR: did not issue APPLE_WALLET_CERTIFICATE',
    () => variablesOf(own, { APPLE_WALLET_WWDR: other.intermediate }),
  ],
  [
    'APPLE_WALLET_KEY: does not belong to APPLE_WALLET_CERTIFICATE',
    () => variablesOf(own, { APPLE_WALLET_KEY: other.pass.key }),
  ],
  [
    'APPLE_WALLET_KEY: is not a private key in PEM',
    () => variablesOf(own, { APPLE_WALLET_KEY: 'secret words' }),
  ],
  [
    'APPLE_WALLET_CERTIFICATE: there is no file that can be read at /none.pem',
    () => variablesOf(own, { APPLE_WALLET_CERTIFICATE: '/none.pem' }),
  ],
  [
    'APPLE_WALLET_TEAM_ID: must be the ten letters and digits of a team',
    () => variablesOf(own, { APPLE_WALLET_TEAM_ID: 'x' }),
  ],
  [
    'MORI__APPLE_WALLET_TEAM_ID: is not set, but APPLE_WALLET_PASS_TYPE_ID is',
    () => ({ MORI__APPLE_WALLET_PASS_TYPE_ID: 'pass.other' }),
  ],
  [
    'GOOGLE_WALLET_SERVICE_ACCOUNT: is not set, but GOOGLE_WALLET_ISSUER_ID is',
    () => ({ GOOGLE_WALLET_ISSUER_ID: '33880000000000000' }),
  ],
  [
    'GOOGLE_WALLET_SERVICE_ACCOUNT: is not a JSON file of a service account of Google',
    () => ({ GOOGLE_WALLET_ISSUER_ID: '33880000000000000', GOOGLE_WALLET_SERVICE_ACCOUNT: '{}' }),
  ],
])('the start stops: %s', (problem, variables) => {
  expect(() => testEnv(variables())).toThrow(problem)
})

test('production refuses the simulator’s push service', () => {
  const variables = { NODE_ENV: 'production', APPLE_WALLET_PUSH_URL: 'https://localhost:3444' }
  expect(() => parseEnv(variables)).toThrow('APPLE_WALLET_PUSH_URL: leads to a simulator')
})
