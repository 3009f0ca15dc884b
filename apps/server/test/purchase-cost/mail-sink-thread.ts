import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** Tells its port, and then each mail that it has taken, before it says so to the sender. */

const END_OF_MAIL = '\r\n.\r\n'

const tell = (what: { readonly port: number } | { readonly mail: string }): void =>
  parentPort?.postMessage(what)

/** SMTP without extensions: each command is answered before the next. */
function talk(socket: Socket): void {
  let received = ''
  let isMail = false
  const answer = (line: string): void => void socket.write(`${line}\r\n`)
  const obey = (command: string): void => {
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
    isMail = verb === 'DATA'
    answer(isMail ? '354 Go on' : '250 OK')
  }
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
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
        tell({ mail: part })
        answer('250 Taken')
      }
    }
  })
  answer('220 sink')
}

const server = createServer(talk)
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('the mail sink has no port')
tell({ port: address.port })
