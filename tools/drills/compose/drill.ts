import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { openMailStore } from '@kippu/simulators/mailbox/mail-store'
import { startSmtp } from '@kippu/simulators/mailbox/smtp'

import { FOLDER, writeDeployment, writeSheets } from './deployment.ts'
import { loadImages } from './load-images.ts'
import { ADDRESS, startMachine } from './machine.ts'
import { Visitor } from './visitor.ts'

/**
 * The part that `tools/drills/compose/run.ts` starts in a network of its own: the folder of the machine's root, and that of
 * the tars.
 */
const [root = '', tars = ''] = process.argv.slice(2)
const VISITORS = 3
const CA = '/tmp/drill-ca.pem'
const IS_READY = `/kippu/node -e "fetch('http://127.0.0.1:3100/readyz').then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"`

const folder = mkdtempSync(path.join(tmpdir(), 'kippu-compose-'))
const machine = await startMachine(root, path.join(folder, 'ready'))
const mails = openMailStore(path.join(folder, 'mails'))
const smtp = await startSmtp(mails, { host: ADDRESS, port: 0 })
const figures: Record<string, number> = {}
try {
  await timed('images_s', () => loadImages(machine, tars))
  const ca = await writeDeployment(machine, smtp.port)
  await timed('up_s', () => compose('up -d'))
  const visitor = new Visitor(ca, address => mails.list(address).map(({ text }) => text))
  const { status, text } = await visitor.ask('/')
  if (status !== 200) throw new Error(`the first page answers ${status}`)
  figures['first_page_bytes'] = text.length
  await importCatalogue()
  const before = await timed('first_ticket_s', () => visitor.buy('first@example.com'))
  figures['sold_meanwhile'] = await timed('restarts_s', () => restartWhileSelling(ca))
  await machine.sh(FOLDER, `podman compose exec -T worker sh -c 'cat > ${CA}' < tls/fullchain.pem`)
  const doctor = await compose(
    `exec -T -e NODE_EXTRA_CA_CERTS=${CA} worker kippu doctor --mail-to you@example.com`,
  )
  console.log(doctor)
  if (mails.list('you@example.com').length !== 1) throw new Error('the doctor sent no mail')
  await timed('down_s', () => compose('down'))
  await timed('up_again_s', () => compose('up -d'))
  const again = new Visitor(ca, address => mails.list(address).map(mail => mail.text))
  if ((await again.ticketsOf(before)) !== 1) throw new Error('the ticket of before is gone')
  await again.buy('after@example.com')
  const audit = await compose('exec -T worker kippu audit')
  if (!audit.includes('Everything agrees')) throw new Error(audit)
  console.log(JSON.stringify(figures, null, 2))
} catch (error) {
  console.error(await whatTheySay().catch(String))
  throw error
} finally {
  await smtp.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
}

function compose(words: string): Promise<string> {
  return machine.sh(FOLDER, `podman compose ${words}`)
}

async function timed<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await act()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  figures[name] = seconds
  console.log(`${name}: ${seconds}`)
  return result
}

/** As docs/deploy.md says: the containers read nothing of the machine but what compose.yaml mounts. */
async function importCatalogue(): Promise<void> {
  writeSheets(path.join(root, FOLDER, 'sheets'))
  await machine.sh(FOLDER, 'tar -c sheets | podman compose exec -T worker tar -x -C /tmp')
  await compose('exec -T worker kippu catalogue import demo /tmp/sheets --apply')
}

/** Restarts both web processes one after the other. Answers with how many tickets were sold meanwhile. @throws when a buyer notices. */
async function restartWhileSelling(ca: string): Promise<number> {
  let isOver = false
  const shop = async (number: number): Promise<number> => {
    const visitor = new Visitor(ca, address => mails.list(address).map(({ text }) => text))
    let sold = 0
    for (; !isOver; sold += 1) await visitor.buy(`visitor-${number}-${sold}@example.com`)
    return sold
  }
  const buyers = Promise.all(Array.from({ length: VISITORS }, (_, number) => shop(number)))
  const restarts = async (): Promise<void> => {
    for (const name of ['web-1', 'web-2']) {
      await compose(`restart ${name}`)
      await machine.sh(FOLDER, `until podman compose exec -T ${name} ${IS_READY}; do sleep 1; done`)
    }
  }
  try {
    await Promise.race([restarts(), buyers])
  } finally {
    isOver = true
  }
  return (await buyers).reduce((sum, sold) => sum + sold, 0)
}

function whatTheySay(): Promise<string> {
  return machine.sh(
    '/',
    `for one in $(podman ps --all --quiet); do
      podman inspect "$one" --format '--- {{.Name}} {{.State.Status}}'
      podman logs --tail 12 "$one" 2>&1
    done`,
  )
}
