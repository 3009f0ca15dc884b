import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** The mails that a store sends: a link to confirm an address, and the tickets. */
export interface MailSink {
  /** For the store's `SMTP_URL`. */
  readonly url: string
  /** Mails with tickets, or with those of a moved visit, by recipient, since the sink began. */
  readonly tickets: ReadonlyMap<string, number>
  /** How often each of these came, by what stands before the `@` of its id. */
  readonly letters: ReadonlyMap<string, number>
  /** Resolves when a mail with a link has come to an address, to which no other one goes. */
  untilLinked(address: string): Promise<void>
  /** All mails with tickets, and all with links. */
  count(): MailCounts
  stop(): Promise<void>
}

export interface MailCounts {
  readonly tickets: number
  readonly links: number
}

/** A mail server that keeps nothing but these counts. The load generator runs it, as a simulated one writes to disk. */
export async function startMailSink(): Promise<MailSink> {
  const tickets = new Map<string, number>()
  const letters = new Map<string, number>()
  const totals = { tickets: 0, links: 0 }
  const links = new Map<string, PromiseWithResolvers<void>>()
  const linkTo = (address: string): PromiseWithResolvers<void> => {
    const link = links.get(address) ?? Promise.withResolvers<void>()
    links.set(address, link)
    return link
  }
  const accept = ({ to, head }: ReceivedMail): void => {
    const letter = /^message-id: <((?:completion|change)\.[^@]+)/im.exec(head)?.[1]
    if (letter !== undefined) {
      totals.tickets += 1
      tickets.set(to, (tickets.get(to) ?? 0) + 1)
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
    } else if (/^message-id: <confirmation\./im.test(head)) {
      totals.links += 1
      linkTo(to).resolve()
    }
  }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
    talk(socket, accept)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail sink has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    tickets,
    letters,
    untilLinked: address => linkTo(address).promise.finally(() => links.delete(address)),
    count: () => ({ ...totals }),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}

interface ReceivedMail {
  readonly to: string
  readonly head: string
}

const END_OF_MAIL = '\r\n.\r\n'

/** SMTP without extensions: one recipient a mail, each command answered before the next. */
function talk(socket: Socket, accept: (mail: ReceivedMail) => void): void {
  let received = ''
  let to = ''
  let isMail = false
  const answer = (line: string): void => void socket.write(`${line}\r\n`)
  const obey = (command: string): void => {
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(command)?.[1] ?? ''
    isMail = verb === 'DATA'
    answer(isMail ? '354 Go on' : '250 OK')
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    for (;;) {
      const separator = isMail ? END_OF_MAIL : '\r\n'
      const end = received.indexOf(separator)
      if (end === -1) return
      const part = received.slice(0, end)
      received = received.slice(end + separator.length)
      if (!isMail) obey(part)
      else {
        isMail = false
        accept({ to, head: part.split('\r\n\r\n', 1)[0] ?? '' })
        answer('250 Taken')
      }
    }
  })
  answer('220 bench')
}
