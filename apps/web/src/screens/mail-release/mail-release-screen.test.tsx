import { textsOf } from '@kippu/texts/texts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { useDialogs } from '../../ui/dialog-store.ts'
import { MailReleaseCompletionScreen } from './mail-release-completion-screen.tsx'
import { MailReleaseScreen } from './mail-release-screen.tsx'
import { RELEASED } from './released.ts'

const view = buildFirstView({ texts: textsOf('ja') })
const READ = 'GET /api/v1/mailmagazines/mag_1'
const END = 'PUT /api/v1/mailmagazines/mag_1'
const rows = (mail_magazine: boolean, teamlab_mail_magazine: boolean) => [
  { field_name: 'mail_magazine', is_subscribed: mail_magazine },
  { field_name: 'teamlab_mail_magazine', is_subscribed: teamlab_mail_magazine },
]

afterEach(() => {
  location.hash = ''
})

async function open(answer: unknown, more: object = {}) {
  const { asked } = answerFetch({ [READ]: answer, ...more })
  const { element } = render(
    <ParamsContext value={{ mailToken: 'mag_1' }}>
      <MailReleaseScreen />
    </ParamsContext>,
    view,
  )
  await eventually(() => expect(element.textContent).not.toContain('読み込み'))
  return { asked, element, buttons: () => [...element.querySelectorAll('button')] }
}

test('each magazine the visitor receives has its own button, labelled with its name (R-2.39, S-6.05)', async () => {
  const { element, buttons } = await open(rows(true, true))
  expect([...element.querySelectorAll('h2')].map(title => title.textContent)).toEqual([
    '催しのお知らせ',
    '展示の制作者からのお知らせ',
  ])
  expect(buttons().map(button => button.getAttribute('aria-describedby'))).toEqual([
    'mail_magazine',
    'teamlab_mail_magazine',
  ])
})

test('a magazine that has ended is not shown (S-6.06)', async () => {
  const { element } = await open(rows(false, true))
  expect(element.querySelectorAll('h2')).toHaveLength(1)
})

test('releasing the last one leads to the completion page (R-2.40, R-7.38)', async () => {
  const { asked, buttons } = await open(rows(true, false), {
    [END]: { field_name: 'mail_magazine', is_subscribed: false },
  })
  click(buttons()[0])
  await eventually(() => expect(location.hash).toBe('#/mail-release-completion'))
  expect(asked).toContain(END)
})

test('while the visitor still receives another one, the next page leads back to it', async () => {
  const { buttons } = await open(rows(true, true), {
    [END]: { field_name: 'mail_magazine', is_subscribed: false },
  })
  click(buttons()[0])
  await eventually(() => expect(location.hash).toBe('#/mail-release-completion?mail_token=mag_1'))
})

test('a magazine that was ended elsewhere meanwhile makes the page read the list again (S-6.06, R-8.60)', async () => {
  const { asked, buttons } = await open(rows(true, false))
  const ended = new Response(JSON.stringify({ error: 'mail magazine already unsubscribed' }), { status: 400 })
  const { asked: askedThen } = answerFetch({ [READ]: rows(false, false), [END]: ended })
  click(buttons()[0])
  await eventually(() => expect(askedThen).toEqual([END, READ]))
  expect(asked).toEqual([READ])
})

test.each([
  ['an unknown token', new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })],
  ['nothing left to end', rows(false, false)],
])('%s is explained on the page, without a dialog (R-7.37)', async (_, answer) => {
  const { element } = await open(answer)
  expect(element.querySelector('h1')?.textContent).toBe('配信中のお知らせメールはありません')
  expect(element.textContent).toContain('すでに配信を停止したか、リンクが見つかりません。')
  expect(useDialogs.getState().waiting).toEqual([])
})

/** This document has ended a magazine. */
function Released({ children }: { readonly children: ReactNode }): ReactNode {
  useQueryClient().setQueryData(RELEASED, true)
  return children
}

test.each([
  ['/mail-release-completion', '#/order'],
  ['/mail-release-completion?mail_token=mag_1', '#/mail-release/mag_1'],
])('%s says nothing of the kind to whoever has ended none', async (route, to) => {
  render(
    <FixedRouter route={route}>
      <MailReleaseCompletionScreen />
    </FixedRouter>,
    view,
  )
  await eventually(() => expect(location.hash).toBe(to))
})

test.each([
  ['/mail-release-completion', '#/order'],
  ['/mail-release-completion?mail_token=mag_1', '#/mail-release/mag_1'],
])('%s says that it has ended (R-2.40)', (route, link) => {
  const { element } = render(
    <FixedRouter route={route}>
      <Released>
        <MailReleaseCompletionScreen />
      </Released>
    </FixedRouter>,
    view,
  )
  expect(element.querySelector('h1')?.textContent).toBe('配信を停止しました')
  expect(element.querySelector('a')?.getAttribute('href')).toBe(link)
})
