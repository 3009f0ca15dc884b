import { connect, type Socket } from 'node:net'

/** Sends mails of one size: their commands in one write, and the next mail once the answer has come. */
export interface Mailer {
  send(kind: 'confirmation' | 'completion', to: string): Promise<void>
}

const CONNECTIONS = 4

export function createMailer({ hostname, port }: URL, bytes: number): Mailer {
  const text = 'x'
    .repeat(76)
    .concat('\r\n')
    .repeat(Math.ceil(bytes / 78))
  const lines = Array.from({ length: CONNECTIONS }, () => openLine(hostname, Number(port)))
  let turn = 0
  return {
    send: (kind, to) => {
      turn += 1
      const line = lines[turn % CONNECTIONS]
      if (line === undefined) throw new Error('no line to the mail server')
      return line([
        `MAIL FROM:<floor@kippu.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`,
        `Message-ID: <${kind}.${turn}@kippu.example>\r\nTo: ${to}\r\nSubject: tickets\r\n\r\n${text}.\r\n`,
      ])
    },
  }
}

/** One mail at a time. */
function openLine(host: string, port: number): (mail: readonly [string, string]) => Promise<void> {
  const answers = readAnswers(connect(port, host))
  let last = answers.ready
  return mail => (last = last.then(() => answers.exchange(mail)))
}

/** Answers of commands before the text of a mail, and after it. */
const [BEFORE, AFTER] = [3, 1]

function readAnswers(socket: Socket): {
  readonly ready: Promise<void>
  exchange(mail: readonly [string, string]): Promise<void>
} {
  let left = 1
  let heard = Promise.withResolvers<void>()
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    left -= text.split('\r\n').length - 1
    if (left <= 0) heard.resolve()
  })
  const expecting = async (count: number, write: () => void): Promise<void> => {
    left = count
    heard = Promise.withResolvers()
    write()
    await heard.promise
  }
  return {
    ready: expecting(1, () => undefined),
    exchange: async ([commands, text]) => {
      await expecting(BEFORE, () => socket.write(commands))
      await expecting(AFTER, () => socket.write(text))
    },
  }
}
