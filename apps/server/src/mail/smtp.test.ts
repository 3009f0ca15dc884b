import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import type { Mail } from './mime-message.ts'
import { openSmtp, type Smtp } from './smtp.ts'

const MAIL: Mail = {
  from: { name: 'Kippu', address: 'tickets@kippu.example' },
  replyTo: null,
  to: 'hana@example.com',
  subject: 'Tickets',
  text: 'Tickets',
  html: '<p>Tickets</p>',
  pictures: [],
  files: [],
  messageId: 'one@kippu.example',
}

const open: Array<() => void> = []
afterEach(() => open.splice(0).forEach(close => close()))

/** A mail server that answers one command in its own way, and takes everything else. */
async function mailerWhere(command: string, answer: string): Promise<Smtp> {
  const sockets: Socket[] = []
  const server: Server = createServer(socket => {
    sockets.push(socket.on('error', () => undefined))
    socket.write('220 ready\r\n')
    let isText = false
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (isText) {
        if (!chunk.endsWith('\r\n.\r\n')) return
        isText = false
        socket.write(command === 'text' ? `${answer}\r\n` : '250 taken\r\n')
        return
      }
      for (const line of chunk.split('\r\n').filter(text => text !== '')) {
        const said = line.startsWith(command) ? answer : line.startsWith('DATA') ? '354 go on' : '250 fine'
        isText = said.startsWith('354')
        socket.write(`${said}\r\n`)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = openSmtp(`smtp://127.0.0.1:${port}`)
  open.push(
    () => mailer.close(),
    () => sockets.forEach(socket => socket.destroy()),
    () => server.close(),
  )
  return mailer
}

test('a mail that is taken is sent', async () => {
  expect(await (await mailerWhere('none', '')).send(MAIL)).toBe('sent')
})

test('S-6.03: an address is refused when the server refuses the recipient for good', async () => {
  expect(await (await mailerWhere('RCPT TO', '550 5.1.1 no such mailbox')).send(MAIL)).toBe('refused')
})

test.each([
  ['the recipient for now', 'RCPT TO', '450 4.2.1 try again'],
  ['the sender', 'MAIL FROM', '550 5.7.1 this sender may not'],
  ['to take any mail', 'DATA', '554 5.3.2 no mail today'],
])(
  'S-6.04: a server that refuses %s says nothing of the address: the mail is tried again',
  async (_, command, answer) => {
    await expect((await mailerWhere(command, answer)).send(MAIL)).rejects.toThrow('did not take the mail')
  },
)
