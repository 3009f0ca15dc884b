import { randomUUID } from 'node:crypto'

import {
  type Answer,
  type Booking,
  createOctoClient,
  isRefused,
  type OctoCall,
  type Product,
} from './octo-client.ts'

/** The bookings of a reseller, and answers to it that cannot be. */
export interface Sold {
  readonly bookings: readonly Booking[]
  /** Yen that it owes by what it was told. */
  readonly owed: number
  readonly complaints: readonly string[]
}

interface Selling {
  /** `http://localhost:3000/octo` */
  readonly endpoint: string
  readonly key: string
  readonly days: { readonly from: string; readonly to: string }
  readonly guests: number
  readonly seed: number
}

/**
 * The engine of a reseller that books, changes, confirms and cancels at random and retries badly: it hangs up before an answer, sends a
 * request on two connections at once, and says again later what it has said before. At the end it reads each of its bookings.
 */
export async function sellCarelessly({ endpoint, key, days, guests, seed }: Selling): Promise<Sold> {
  const client = createOctoClient(endpoint, key)
  const { next, oneOf } = chancesFrom(seed)
  const complaints: string[] = []
  const said: OctoCall[] = []
  const uuids: string[] = []

  const say = async (call: OctoCall): Promise<Answer> => {
    said.push(call)
    switch (oneOf(['once', 'lost', 'twice', 'lost and twice'])) {
      case 'lost':
        await client.lose(call)
        return client.book(call)
      case 'twice':
        return atOnce(call)
      case 'lost and twice':
        await client.lose(call)
        return atOnce(call)
      default:
        return client.book(call)
    }
  }

  const atOnce = async (call: OctoCall): Promise<Answer> => {
    const [one, other] = await Promise.all([client.book(call), client.book(call)])
    // One of two at once may be told to send it again.
    if (isRefused(one)) return other
    if (!isRefused(other) && one.uuid !== other.uuid)
      complaints.push(`one request made ${one.uuid} and ${other.uuid}`)
    return one
  }

  const products = await client.products()
  const timesOf = async (product: Product): Promise<readonly string[]> =>
    (await client.availability(product, days)).filter(one => one.available).map(one => one.id)

  for (let guest = 0; guest < guests; guest += 1) {
    const product = oneOf(products)
    const times = await timesOf(product)
    if (times.length === 0) continue
    const [option] = product.options
    const uuid = randomUUID()
    const path = `/bookings/${uuid}`
    const unitItems = Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
      unitId: oneOf(option.units).id,
    }))
    const visit = { productId: product.id, optionId: option.id, availabilityId: oneOf(times), unitItems }
    const held = await say({ method: 'POST', path: '/bookings', body: { uuid, ...visit } })
    if (isRefused(held)) continue
    uuids.push(uuid)
    const change = (): OctoCall => ({ method: 'PATCH', path, body: { availabilityId: oneOf(times) } })
    const act = (name: string): OctoCall => ({ method: 'POST', path: `${path}/${name}`, body: {} })
    for (const step of oneOf([
      ['confirm'],
      ['change', 'confirm'],
      ['extend', 'confirm', 'change'],
      ['confirm', 'cancel'],
      ['confirm', 'change', 'cancel', 'confirm'],
      ['cancel', 'confirm'],
      [],
    ]))
      await say(step === 'change' ? change() : act(step))
    // Another request of the same uuid makes nothing.
    const other = await client.book({
      method: 'POST',
      path: '/bookings',
      body: { uuid, ...visit, notes: 'again' },
    })
    if (!isRefused(other)) complaints.push(`${uuid} was made by two requests`)
    // A request of before is sent again: what was made stays as it is, and what was refused may be made now.
    const before = oneOf(said.filter(({ path: known }) => known === '/bookings'))
    const again = await client.book(before)
    const known = uuids.find(one => JSON.stringify(before.body).includes(one))
    if (known !== undefined && isRefused(again)) complaints.push(`${known} was made, and refused later`)
    if (known === undefined && !isRefused(again)) uuids.push(again.uuid)
  }
  const bookings: Booking[] = []
  for (const uuid of uuids) {
    const answer = await client.book({ method: 'GET', path: `/bookings/${uuid}` })
    if (isRefused(answer)) complaints.push(`${uuid} is ${answer.error}`)
    else bookings.push(answer)
  }
  for (const { uuid, status, unitItems } of bookings) {
    const isWithTickets = unitItems.every(({ ticket }) => ticket.deliveryOptions.length > 0)
    if ((status === 'CONFIRMED') !== isWithTickets)
      complaints.push(`${uuid} is ${status}, its tickets are not`)
  }
  const owed = bookings
    .filter(({ status }) => status === 'CONFIRMED' || status === 'REDEEMED')
    .reduce((sum, { pricing }) => sum + pricing.net, 0)
  return { bookings, owed, complaints }
}

/** Chances that are the same for the same seed (a linear congruential generator). */
function chancesFrom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const oneOf = <One>(all: readonly One[]): One => {
    const one = all[Math.floor(next() * all.length)]
    if (one === undefined) throw new RangeError('one of none')
    return one
  }
  return { next, oneOf }
}
