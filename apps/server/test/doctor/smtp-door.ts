import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What a mail server says no to. */
export interface SmtpDoor {
  refuses: 'nothing' | 'login' | 'sender' | 'recipient'
  readonly port: number
  /** Recipients that it took. */
  readonly taken: string[]
  close(): Promise<void>
}

/** A mail server without TLS that asks for a login, and refuses what a test tells it to. */
export async function openSmtpDoor(): Promise<SmtpDoor> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 door ESMTP\r\n')
    let isData = false
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isData && line !== '.') continue
        isData = line === 'DATA'
        socket.write(answerTo(line, door))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const door: SmtpDoor = {
    refuses: 'nothing',
    port: typeof address === 'object' && address !== null ? address.port : 0,
    taken: [],
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return door
}

function answerTo(line: string, door: SmtpDoor): string {
  const [verb = ''] = line.split(' ')
  const says = (refused: SmtpDoor['refuses'], no: string, yes = '250 OK'): string =>
    `${door.refuses === refused ? no : yes}\r\n`
  switch (verb) {
    case 'EHLO':
      return '250-door\r\n250 AUTH PLAIN LOGIN\r\n'
    case 'AUTH':
      return says('login', '535 wrong password', '235 OK')
    case 'MAIL':
      return says('sender', '550 not your address')
    case 'RCPT':
      if (door.refuses !== 'recipient') door.taken.push(line)
      return says('recipient', '550 nobody')
    case 'DATA':
      return '354 go on\r\n'
    case 'QUIT':
      return '221 bye\r\n'
    default:
      return '250 OK\r\n'
  }
}
