import { describe, expect, test } from 'vitest'

import { addressOfLink, linkOf, mendRoute } from './links.ts'

const LETTERS = 'AbCdEfGhIjKlMnOpQr-_2345'
const RSV = `rsv_${LETTERS}`
const EML = `eml_${LETTERS}`

test.each([
  [`/tickets/#/id/${RSV}`, `/tickets/${RSV}`],
  [`/tickets/#/id/${RSV}?lang=th`, `/tickets/${RSV}?lang=th`],
  [`/tickets/#/id/${RSV}/receipt?lang=en`, `/tickets/${RSV}/receipt?lang=en`],
  [`/tickets/#/id/shd_${LETTERS}/1/gate`, `/tickets/shd_${LETTERS}/1/gate`],
  [`/#/mail-confirm?mail_token=${EML}`, `/to/mail-confirm?mail_token=${EML}`],
  [`/#/tickets/changedate/${RSV}?lang=en`, `/to/tickets/changedate/${RSV}?lang=en`],
  [`/#/tickets/shared/shr_${LETTERS}`, `/to/tickets/shared/shr_${LETTERS}`],
  [`/#/mail-release/mag_${LETTERS}`, `/to/mail-release/mag_${LETTERS}`],
  ['/#/reservation-inquiry', '/to/reservation-inquiry'],
  ['/#/spot?qr_token=spq_1', '/to/spot?qr_token=spq_1'],
])('%s has the link %s, which leads back to it (D-82)', (address, link) => {
  expect(linkOf(address)).toBe(link)
  expect(addressOfLink(link)).toBe(address)
})

/** How a link may arrive: what gateways, mail programs and people make of it. */
describe.each([
  ['tickets', `/tickets/${RSV}`, `/tickets/#/id/${RSV}`],
  ['a proof', `/to/mail-confirm?mail_token=${EML}`, `/#/mail-confirm?mail_token=${EML}`],
  ['a share', `/to/tickets/shared/shr_${LETTERS}`, `/#/tickets/shared/shr_${LETTERS}`],
])('the link of %s leads home', (_what, link, address) => {
  test.each([
    ['as it was sent', link],
    ['with a closing bracket', `${link}%E3%80%8D`],
    ['with a full stop', `${link}.`],
    ['with a Japanese full stop and words', `${link}%E3%80%82%E3%81%94%E8%A6%A7`],
    ['with a quotation mark', `${link}%22`],
    ['with an angle bracket', `${link}%3E`],
    ['with its slashes encoded', link.replaceAll('/', '%2F').replace('%2F', '/')],
    ['with its question mark encoded', link.replace('?', '%3F')],
    ['with all of it encoded', `/${encodeURIComponent(link.slice(1))}`],
    ['encoded twice', `/${encodeURIComponent(encodeURIComponent(link.slice(1)))}`],
    ['broken into two lines', link.replace(LETTERS, `${LETTERS.slice(0, 9)}%0D%0A${LETTERS.slice(9)}`)],
    ['as an address with its hash encoded', address.replace('#', '%23')],
    ['as an address with hash and question mark encoded', address.replace('#', '%23').replace('?', '%3F')],
    ['as an address encoded whole', `/${encodeURIComponent(address.slice(1))}`],
    ['with the equals sign of a mail', link.replace('=', '=3D')],
  ])('%s', (_how, arrived) => {
    expect(addressOfLink(arrived)).toBe(address)
  })
})

test.each([
  [`/tickets/${RSV}/`, `/tickets/#/id/${RSV}`],
  [`/tickets/${RSV}?utm_source=mail`, `/tickets/#/id/${RSV}?utm_source=mail`],
  [`/to/mail-confirm?mail_token=${EML}&amp;lang=en`, `/#/mail-confirm?mail_token=${EML}&lang=en`],
  [`/to/mail-confirm/?mail_token=${EML}&lang=en`, `/#/mail-confirm?mail_token=${EML}&lang=en`],
  ['/to/order?membership_value=%E5%B1%B1', '/#/order?membership_value=%E5%B1%B1'],
  ['/to/%E5%B1%B1', '/#/%E5%B1%B1'],
  ['/gate%23enr_AbCdEfGh12345678', '/gate#enr_AbCdEfGh12345678'],
  ['/to//evil.example', '/#/evil.example'],
  [`//tickets//${RSV}`, `/tickets/#/id/${RSV}`],
  [`/tickets/${RSV}&utm_source=mail`, `/tickets/#/id/${RSV}?utm_source=mail`],
  [`/tickets/${RSV}&amp;lang=en`, `/tickets/#/id/${RSV}?lang=en`],
  [`/tickets/${RSV.slice(0, 9)}=%0D%0A${RSV.slice(9)}`, `/tickets/#/id/${RSV}`],
  [`/to/mail-confirm?mail_token=%20${EML}`, `/#/mail-confirm?mail_token=${EML}`],
  ['/to/%0D%0ALocation:x', '/#/Location:x'],
])('%s leads to %s', (link, address) => {
  expect(addressOfLink(link)).toBe(address)
})

test.each([
  '/',
  '/tickets/',
  '/to',
  '/nowhere/at/all?x=1',
  '/tickets/abc',
  '/tickets/%2F%2Fevil.example%0d%0a',
  '/tickets/worker.js',
  '/%E0%A4%A',
])('%s is not a link', link => {
  expect(addressOfLink(link)).toBeUndefined()
})

test.each([
  [`/id/${RSV}%E3%80%8D`, `/id/${RSV}`],
  [`/id/${RSV}/`, `/id/${RSV}`],
  [`/id/${RSV}/receipt?lang=en`, `/id/${RSV}/receipt?lang=en`],
  [`%2Fid%2F${RSV}`, `/id/${RSV}`],
  [`/mail-confirm%3Fmail_token=${EML}).`, `/mail-confirm?mail_token=${EML}`],
  ['/order?token=a%3Fb.c_d', '/order?token=a%3Fb.c_d'],
  ['/', '/'],
])('the route %s means %s', (route, meant) => {
  expect(mendRoute(route)).toBe(meant)
})
