import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'

import { running, type RunningSimulators } from '../../test/running.ts'
import type { Mail } from './mail-store.ts'

const MAIL = {
  from: '灯森ミュージアム <tickets@demo.example>',
  to: 'visitor@example.com',
  subject: 'チケット <b>発行</b>',
  text: 'ありがとうございます',
  html: '<p>Thank you <a href="http://localhost:3000/">open</a><img src="cid:qr"></p>',
  attachments: [
    { filename: 'qr.png', content: Buffer.from('png'), cid: 'qr', contentType: 'image/png' },
    { filename: 'visit.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' },
  ],
}

test('a mail appears in the list, on its page and as JSON', async () => {
  const simulators = await running()
  await send(simulators, MAIL)
  const [mail] = await messages(simulators)
  expect(mail).toMatchObject({
    from: 'tickets@demo.example',
    fromName: '灯森ミュージアム',
    to: [MAIL.to],
    subject: MAIL.subject,
    files: ['visit.ics'],
  })
  expect(mail!.text).toContain(MAIL.text)
  expect(mail!.html).toContain('data:image/png;base64,')
  const list = await textOf(`${simulators.url}/mailbox`)
  expect(list).toContain('チケット &#60;b&#62;発行')
  const page = await textOf(`${simulators.url}/mailbox/${mail!.id}`)
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).toContain(MAIL.text)
  for (const words of ['灯森ミュージアム &#60;tickets@demo.example&#62;', 'visit.ics'])
    expect(page).toContain(words)
  const rendered = await fetch(`${simulators.url}/mailbox/${mail!.id}/html`)
  expect(await rendered.text()).toContain('<base target="_blank">')
  expect(rendered.headers.get('content-security-policy')).toContain('sandbox')
})

test('newest first, filtered by recipient, hidden recipients included', async () => {
  const simulators = await running()
  await send(simulators, { ...MAIL, subject: 'one' })
  await send(simulators, { ...MAIL, subject: 'two', to: 'other@example.com', bcc: 'Hidden@example.com' })
  const subjects = async (query: string) => (await messages(simulators, query)).map(mail => mail.subject)
  expect(await subjects('')).toEqual(['two', 'one'])
  expect(await subjects('?to=visitor@example.com')).toEqual(['one'])
  expect(await subjects('?to=hidden@example.com')).toEqual(['two'])
  expect(await textOf(`${simulators.url}/mailbox?to=nobody@example.com`)).toContain('No mail for')
})

test.each(['anyone@refuse.invalid', 'bounce@invalid.test'])('%s is refused with 550', async to => {
  const simulators = await running()
  await expect(send(simulators, { ...MAIL, to })).rejects.toMatchObject({ responseCode: 550 })
  expect(await messages(simulators)).toEqual([])
})

test('a mail larger than ten megabytes is refused', async () => {
  const simulators = await running()
  const text = 'x'.repeat(70).concat('\n').repeat(160_000)
  await expect(send(simulators, { ...MAIL, text })).rejects.toMatchObject({ responseCode: 552 })
})

test('mails outlive a restart until they are deleted', async () => {
  const first = await running()
  await send(first, MAIL)
  const second = await first.restart()
  expect(await messages(second)).toHaveLength(1)
  await fetch(`${second.url}/mailbox/api/messages`, { method: 'DELETE' })
  expect(await messages(second)).toEqual([])
  expect(await messages(await second.restart())).toEqual([])
})

test('an unknown mail is a 404', async () => {
  const { url } = await running()
  expect((await fetch(`${url}/mailbox/mail_unknown`)).status).toBe(404)
})

async function send({ smtpPort }: RunningSimulators, mail: object): Promise<void> {
  const transport = createTransport({ host: 'localhost', port: smtpPort, secure: false })
  try {
    await transport.sendMail(mail)
  } finally {
    transport.close()
  }
}

async function messages({ url }: RunningSimulators, query = ''): Promise<Mail[]> {
  return (await (await fetch(`${url}/mailbox/api/messages${query}`)).json()) as Mail[]
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text()
}
