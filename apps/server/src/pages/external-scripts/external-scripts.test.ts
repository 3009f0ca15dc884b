import { expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { externalScriptsOf } from './external-scripts.ts'

const scriptsOf = (siteKey: string, variables: Record<string, string>) =>
  externalScriptsOf(testEnv(variables).externalScripts, siteKey)

test('a site has no external script unless the environment names one (R-3.32, D-42)', () => {
  const none = { tagManager: null, adTracker: null, hosts: [] }
  expect(scriptsOf('demo', {})).toEqual(none)
  // An address without an id, or hosts without a script, configure nothing.
  const rest = { TAG_MANAGER_URL: 'http://localhost:3001/gtm.js', AD_TRACKER_HOSTS: 'https://a.example' }
  expect(scriptsOf('demo', rest)).toEqual(none)
})

test('an id makes the container’s address; the hosts are those of the scripts and the named ones (R-3.32, R-7.72)', () => {
  const variables = {
    TAG_MANAGER_ID: 'GTM-ABC1234',
    TAG_MANAGER_HOSTS: 'https://*.google-analytics.com,https://ads.example',
    AD_TRACKER_SCRIPT_URL: 'https://ads.example/v1.js?x=1',
    AD_TRACKER_HOSTS: 'https://pixel.ads.example',
  }
  expect(scriptsOf('demo', variables)).toEqual({
    tagManager: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
    adTracker: 'https://ads.example/v1.js?x=1',
    hosts: [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://ads.example',
      'https://pixel.ads.example',
    ],
  })
})

test('each variable of a site replaces the deployment’s (R-3.32)', () => {
  const variables = {
    TAG_MANAGER_URL: 'http://localhost:3001/gtm.js',
    TAG_MANAGER_ID: 'GTM-SHARED',
    MORI__TAG_MANAGER_ID: 'GTM-MORI1',
    AZABUDAI_BORDERLESS__AD_TRACKER_SCRIPT_URL: 'https://ads.example/v1.js',
  }
  expect(scriptsOf('demo', variables).tagManager).toBe('http://localhost:3001/gtm.js?id=GTM-SHARED')
  expect(scriptsOf('mori', variables).tagManager).toBe('http://localhost:3001/gtm.js?id=GTM-MORI1')
  expect(scriptsOf('azabudai-borderless', variables)).toMatchObject({
    tagManager: 'http://localhost:3001/gtm.js?id=GTM-SHARED',
    adTracker: 'https://ads.example/v1.js',
  })
  // It is not a payment account: these sites use the deployment's accounts.
  expect(testEnv(variables).payments.ofSite.size).toBe(0)
})

test.each([
  ['TAG_MANAGER_ID: must look like GTM-ABC1234', { TAG_MANAGER_ID: 'UA-12345-1' }],
  ['TAG_MANAGER_ID: must look like GTM-ABC1234', { TAG_MANAGER_ID: 'GTM-ABC1234&l=x' }],
  [
    'TAG_MANAGER_HOSTS: must be origins with commas between',
    { TAG_MANAGER_HOSTS: "https://a.example 'unsafe-eval'" },
  ],
  ['AD_TRACKER_SCRIPT_URL: must begin with https://', { AD_TRACKER_SCRIPT_URL: 'http://ads.example/v1.js' }],
  ['AD_TRACKER_SCRIPT_URL: must be a URL', { AD_TRACKER_SCRIPT_URL: 'ads.example/v1.js' }],
  ['MORI__TAG_MANAGER_ID: must look like GTM-ABC1234', { MORI__TAG_MANAGER_ID: 'GTM-mori' }],
  ['MOR__TAG_MANAGER_ID: there is no site MOR', { MOR__TAG_MANAGER_ID: 'GTM-MORI1' }],
  ['MORI__TAG_MANAGER: a site has no variable TAG_MANAGER of its own', { MORI__TAG_MANAGER: 'GTM-MORI1' }],
])('the start stops: %s', (problem, variables) => {
  expect(() => testEnv(variables)).toThrow(problem)
})
