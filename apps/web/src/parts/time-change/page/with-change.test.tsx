import { textsOf } from '@kippu/texts/texts'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { WithChange } from './with-change.tsx'

afterEach(() => {
  location.hash = ''
})

test('D-41, S-8.07: once another change has moved the visit on, every page of this one leads to where that is said', async () => {
  const moved = new Response('{"error":"reservation url changed"}', { status: 410 })
  answerFetch({ 'GET /api/v1/timechanges/tch_1': moved })
  render(
    <WithChange place={{ oldToken: 'rsv_1', token: 'tch_1' }} title="">
      {() => 'the change'}
    </WithChange>,
    buildFirstView({ texts: textsOf('ja') }),
  )
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})
