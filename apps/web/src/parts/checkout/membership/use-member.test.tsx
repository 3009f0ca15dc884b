import { act } from 'react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import type { Pieces } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { useMember } from './use-member.ts'

const MEMBER = 'GET /api/v1/membership/ord_1'
const HANAKO = { name: '山田 花子', resident_area: '', email: 'h@b.co', phone: '', age: '', gender: '' }
const GOLD = { membership_promotion_name: 'ゴールド会員', membership_discount: 640 }
const BY_ADDRESS = { membershipKey: 'club', membershipValue: 'gold', token: null }

afterEach(() => act(() => useSession.setState(NO_PIECES)))

function Member({ promotion }: { readonly promotion: typeof GOLD | null }): ReactElement {
  const order = buildOrder({ status: 'temporary', membership_promotion: promotion })
  const member = useMember(order, 'ord_1')
  return <p>{member === undefined ? '…' : (member?.name ?? 'nobody')}</p>
}

async function memberOf(promotion: typeof GOLD | null, pieces: Partial<Pieces>) {
  useSession.setState(pieces)
  const { asked } = answerFetch({ [MEMBER]: HANAKO })
  const base = buildFirstView()
  const site = { ...base.site, membership: { ...base.site.membership, disabled: false } }
  const { element } = render(<Member promotion={promotion} />, { ...base, site })
  await eventually(() => expect(element.textContent).not.toBe('…'))
  return { name: element.textContent, isAsked: asked.includes(MEMBER) }
}

test.each([
  ['a promotion that came with the address', GOLD, { membershipInQuery: BY_ADDRESS }],
  ['a login to an earlier order', null, { memberOrder: 'ord_0' }],
  ['nothing of a membership', null, {}],
])('with %s no member is read, because nobody logged in (S-5.03, R-3.139)', async (_, promotion, pieces) => {
  expect(await memberOf(promotion, pieces)).toEqual({ name: 'nobody', isAsked: false })
})

test.each([
  [
    'in this tab, though the promotion may be that of the address',
    GOLD,
    { memberOrder: 'ord_1', membershipInQuery: BY_ADDRESS },
  ],
  ['in this tab, to a membership without a promotion', null, { memberOrder: 'ord_1' }],
  ['in another tab, as the promotion tells', GOLD, {}],
])('a member who logged in %s is read (R-3.139, D-07)', async (_, promotion, pieces) => {
  expect(await memberOf(promotion, pieces)).toEqual({ name: HANAKO.name, isAsked: true })
})
