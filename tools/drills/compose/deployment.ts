import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { ROOT } from '../../start/root.ts'
import { ADDRESS, type Machine } from './machine.ts'
import { HOST } from './visitor.ts'

/** Where an operator has `compose.yaml`, in the machine. */
export const FOLDER = '/srv/kippu'
const CERTIFICATES = `/etc/letsencrypt/live/${HOST}`

/** Does what docs/deploy.md has an operator do up to the first `up`, with its own lines. Answers with the certificate. */
export async function writeDeployment(machine: Machine, smtpPort: number): Promise<string> {
  const folder = path.join(machine.root, FOLDER)
  mkdirSync(path.join(folder, 'docs'), { recursive: true })
  cpSync(path.join(ROOT, 'compose.yaml'), path.join(folder, 'compose.yaml'))
  cpSync(path.join(ROOT, 'docs/proxy'), path.join(folder, 'docs/proxy'), { recursive: true })
  cpSync(path.join(ROOT, 'demo/sites/demo'), path.join(folder, 'demo/sites/demo'), { recursive: true })
  await machine.sh(
    '/',
    `mkdir -p ${CERTIFICATES} && openssl req -x509 -newkey rsa:2048 -nodes -days 3 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST} \
      -keyout ${CERTIFICATES}/privkey.pem -out ${CERTIFICATES}/fullchain.pem 2>/dev/null
    echo '${ADDRESS} ${HOST}' >> /etc/hosts`,
  )
  const deploy = readFileSync(path.join(ROOT, 'docs/deploy.md'), 'utf8')
  await machine.sh(FOLDER, operatorsLines(deploy, smtpPort))
  const conf = path.join(folder, 'kippu.conf')
  writeFileSync(conf, proxyConf(deploy, readFileSync(conf, 'utf8')))
  return readFileSync(path.join(folder, 'tls/fullchain.pem'), 'utf8')
}

/** A rehearsal: with the demonstration instead of a site, no provider, and a mail server of the drill's own. */
function operatorsLines(deploy: string, smtpPort: number): string {
  const [, block = ''] =
    /Beside \[`compose\.yaml`\][^]*?```sh\n([^]*?)\npodman compose up -d/.exec(deploy) ?? []
  return replaced(block, [
    [/smtps:\/\/\S+?:465/, `smtp://${ADDRESS}:${smtpPort}`],
    ['/path/of/your/site', 'demo/sites/demo'],
    ['SITE_KEY=museum', 'SITE_KEY=demo'],
    ['SITE_HOSTS=museum=', 'SITE_HOSTS=demo='],
    [/(?:STRIPE_.*\n)+/, 'ALLOW_DEMO_SITE=yes\nALLOW_NO_PAYMENTS=yes\n'],
  ])
}

/** The example with the lines that the page has in their place. */
function proxyConf(deploy: string, example: string): string {
  const [, upstream = ''] = /```nginx\nupstream kippu \{\n([^]*?) {2}# keepalive/.exec(deploy) ?? []
  const [connect = ''] = /^proxy_connect_timeout .*;$/m.exec(deploy) ?? []
  return replaced(example, [
    [`${HOST} can.example.com`, HOST],
    [`${HOST} can.example.com`, HOST],
    [/ {2}server 127\.0\.0\.1:3000 max_fails=0;\n/, upstream],
    ['proxy_cache_path', `${connect}\nproxy_cache_path`],
    ['/var/log/nginx/kippu.log', '/dev/stdout'],
    ['/var/log/nginx/kippu.log', '/dev/stdout'],
    ['/var/log/nginx/kippu-errors.log', '/dev/stderr'],
  ])
}

/** @throws for a word that is not there: the page and the drill have come apart. */
function replaced(text: string, words: ReadonlyArray<readonly [from: string | RegExp, to: string]>): string {
  return words.reduce((changed, [from, to]) => {
    const next = changed.replace(from, () => to)
    if (next === changed) throw new Error(`docs/deploy.md has no ${from}`)
    return next
  }, text)
}

/** Sheets of one product that is free. */
export function writeSheets(folder: string): void {
  const today = jstDateOf(Date.now())
  const sheets = {
    products: ['product,booking,base_price,channels', 'walk,time,0,web'],
    product_texts: [
      'product,language,name,description',
      'walk,ja,散歩,庭をひとまわり。',
      'walk,en,Walk,Once around the garden.',
    ],
    options: ['product,option,type,order,name_ja,name_en', 'walk,tickets,ticket_type,0,チケット,Tickets'],
    option_values: [
      'product,option,value,add_cost,order,name_ja,name_en',
      'walk,tickets,adult,0,0,大人,Adult',
    ],
    rules: [
      'product,from,until,weekdays,holidays,first,last,every,length,capacity,base_price',
      `walk,${addDays(today, 2)},${addDays(today, 9)},all,also,10:00,16:00,60,60,500,0`,
    ],
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, lines] of Object.entries(sheets))
    writeFileSync(path.join(folder, `${name}.csv`), `${lines.join('\n')}\n`)
}
