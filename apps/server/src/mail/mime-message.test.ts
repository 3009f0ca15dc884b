import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Mailbox, type ReceivedMail, startMailbox } from '../../test/mailbox.ts'
import { type Mail, mimeMessage } from './mime-message.ts'
import { openSmtp, type Smtp } from './smtp.ts'

let mailbox: Mailbox
let mailer: Smtp
let count = 0

beforeAll(async () => {
  mailbox = await startMailbox()
  mailer = openSmtp(mailbox.smtpUrl)
})

afterAll(async () => {
  mailer.close()
  await mailbox.close()
})

interface Content {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const mailOf = (to: string, content: Content & Partial<Pick<Mail, 'pictures' | 'files'>>): Mail => ({
  pictures: [],
  files: [],
  ...content,
  from: { name: '灯森ミュージアム', address: 'tickets@kippu.example' },
  replyTo: null,
  to,
  messageId: 'confirmation.1@kippu.example',
})

/** A mail as the mail server has it after it went over the wire. */
async function received(content: Content): Promise<ReceivedMail | undefined> {
  count += 1
  const to = `reader${count}@example.com`
  expect(await mailer.send(mailOf(to, content))).toBe('sent')
  const [mail] = await mailbox.mailsTo(to)
  return mail
}

/** A line as letters have it, without control characters. */
const line = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '--=_part',
    '--=_part--',
    'From me',
    '=',
    '=3D',
    '光'.repeat(57),
    'x'.repeat(76),
  ),
)
const content: fc.Arbitrary<Content> = fc.record({
  subject: fc.constantFrom('Your tickets', '【灯森ミュージアム】ご購入が完了しました（R123456）', '🎫 = 2'),
  text: fc.array(line, { minLength: 1, maxLength: 8 }).map(lines => `<${lines.join('\n')}>`),
  html: fc.array(line, { minLength: 1, maxLength: 8 }).map(lines => `<p>${lines.join('\n')}</p>`),
})

test('S-6.01: subject, text and HTML of a mail arrive as they were composed, whatever they are made of', async () => {
  await fc.assert(
    fc.asyncProperty(content, async sent => {
      const mail = await received(sent)
      // The mailbox ends every part with a line break.
      const [text, html] = [mail?.text.trimEnd(), mail?.html.trimEnd()]
      expect({ subject: mail?.subject, text, html }).toEqual(sent)
    }),
    { numRuns: 60 },
  )
})

test('every line of a message is ASCII, ends with CR LF, and is short enough for any mail server', () => {
  fc.assert(
    fc.property(content, sent => {
      const { raw } = mimeMessage(mailOf('a@example.com', sent))
      expect(raw).toMatch(/^(?:\r\n|[\x20-\x7e\t])*$/)
      expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(78)
    }),
  )
})

test('S-6.08: line breaks in what a stranger typed add no header and no recipient', () => {
  const bad = 'x\r\nBcc: thief@example.com'
  const mail = mailOf(`a@example.com\r\nBcc: thief@example.com`, { subject: bad, text: '', html: '' })
  const { envelope, raw } = mimeMessage({ ...mail, from: { ...mail.from, name: bad } })
  expect(raw).not.toMatch(/^Bcc:/im)
  expect(envelope.to).not.toContain('thief@example.com')
  expect(envelope.to).toHaveLength(1)
})
