import { expect, test } from 'vitest'

import { storeLink } from './store-link.ts'

const sites = { originOf: () => 'https://tickets.example.com' }
const deps = { sites } as unknown as Parameters<typeof storeLink>[0]

test.each([
  ['ja', '/tickets/#/id/rsv_1', 'https://tickets.example.com/tickets/rsv_1'],
  ['th', '/tickets/#/id/rsv_1', 'https://tickets.example.com/tickets/rsv_1?lang=th'],
  [
    'en',
    '/#/mail-confirm?mail_token=eml_1',
    'https://tickets.example.com/to/mail-confirm?mail_token=eml_1&lang=en',
  ],
] as const)('a link in %s opens its page in that language (R-1.07, R-2.69, D-61)', (lang, route, address) => {
  expect(storeLink(deps, { siteKey: 'demo', route, lang })).toBe(address)
})
