import { expect } from '@playwright/test'

import { buyAhead } from '../bought-ahead.ts'
import { inProof } from '../fixtures.ts'
import { orderAhead } from '../order-ahead.ts'
import { STACK } from '../stack.ts'

/** What gateways, mail programs and people make of a link; each at least once of those with their sense in a hash. */
const SPELLINGS: Readonly<Record<string, (link: string) => string>> = {
  'as it was sent': link => link,
  'with a closing bracket': link => `${link}」`,
  'with a full stop and words': link => `${link}。ご確認ください`,
  'with an angle bracket': link => `${link}>`,
  'with a bracket and a quotation mark': link => `${link}).”`,
  'with a slash at its end': link => link.replace(/(?=\?)|$/, '/'),
  'with its slashes encoded': link => `/${link.slice(1).replaceAll('/', '%2F')}`,
  'with its question mark encoded': link => link.replace('?', '%3F'),
  'encoded whole, twice': link => `/${encodeURIComponent(encodeURIComponent(link.slice(1)))}`,
  'broken into lines': link => `${link.slice(0, -9)}%0D%0A${link.slice(-9)}`,
  'with a mark of a newsletter': link => `${link}${link.includes('?') ? '&' : '?'}utm_source=mail`,
  'with the equals sign of a mail': link => link.replace('=', '=3D'),
}

/** The same for an address copied out of the bar of a browser. */
const OF_ADDRESSES: Readonly<Record<string, (address: string) => string>> = {
  'as it is': address => address,
  'with its hash encoded': address => address.replace('#', '%23'),
  'with its hash and all behind it encoded': address =>
    address.replace(/#.*/, route => encodeURIComponent(route)),
  'with a closing bracket': address => `${address}」`,
}

inProof(
  'the link of the tickets leads home in twelve spellings, and its address in four',
  async ({ visitor, visit }) => {
    const { reservationToken, reservationNumber } = await buyAhead(visit, visitor)
    const link = await visitor.takeLink('completion')
    expect(link).toBe(`${STACK.store}/tickets/${reservationToken}`)
    const arrived = [
      ...Object.values(SPELLINGS).map(spell => spell(link.replace(STACK.store, ''))),
      ...Object.values(OF_ADDRESSES).map(spell => spell(`/tickets/#/id/${reservationToken}`)),
    ]
    for (const address of arrived) {
      await visitor.page.goto('about:blank')
      await visitor.page.goto(address)
      await expect(visitor.page.getByText(reservationNumber), address).toBeVisible()
    }
  },
)

inProof(
  'the link of the proof leads home in twelve spellings, and its address in four',
  async ({ visitor, visit }) => {
    await orderAhead(visit, visitor)
    const link = (await visitor.takeLink('confirmation')).replace(STACK.store, '')
    const arrived = [
      ...Object.values(SPELLINGS).map(spell => spell(link)),
      ...Object.values(OF_ADDRESSES).map(spell => spell(link.replace('/to/', '/#/'))),
    ]
    for (const address of arrived) {
      await visitor.page.goto('about:blank')
      await visitor.page.goto(address)
      await visitor.provesAddress()
    }
  },
)
