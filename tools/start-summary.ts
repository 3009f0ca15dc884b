import path from 'node:path'
import { styleText } from 'node:util'
import { TEST_CARDS, testCardNumber } from '../apps/simulators/src/stripe/test-cards.ts'
import type { StartSettings } from './start-settings.ts'
import { simulatorsOrigin } from './store-environment.ts'

/** What a person needs to know once the store is open, as lines for the terminal. */
export function startSummary(settings: StartSettings, databaseUrl: string): string {
  const places = [
    place('Store', `http://localhost:${settings.port}`),
    ...(settings.simulators ? [place('Mailbox', `${simulatorsOrigin(settings)}/mailbox`)] : []),
    place('Database', databasePlace(settings, databaseUrl)),
  ]
  const cards = settings.simulators ? ['', ...cardLines()] : []
  return [
    '',
    `  ${styleText('bold', 'Kippu is open.')}`,
    '',
    ...places,
    ...cards,
    '',
    `  ${styleText('dim', 'Ctrl-C stops everything; the data stays.')}`,
    '',
  ].join('\n')
}

function place(name: string, where: string): string {
  return `  ${name.padEnd(10)}${styleText('cyan', where)}`
}

/** Never with the password. */
function databasePlace({ dataDir, databaseUrl }: StartSettings, url: string): string {
  const { hostname, port, pathname } = new URL(url)
  const address = `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
  return databaseUrl === undefined
    ? `${path.relative(process.cwd(), path.join(dataDir, 'postgres'))} (PostgreSQL on ${address})`
    : address
}

function cardLines(): string[] {
  const lines = TEST_CARDS.map(
    ({ last4, en }) =>
      `  ${testCardNumber(last4).replaceAll(/(.{4})(?=.)/g, '$1 ')}   ${styleText('dim', en)}`,
  )
  return ['  Test cards, with any name, any future date and any security code:', ...lines]
}
