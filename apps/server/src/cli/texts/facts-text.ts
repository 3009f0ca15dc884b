import { yenText } from './table.ts'

const YEN: ReadonlySet<string> = new Set(['amount', 'price', 'yen', 'difference', 'refund'])

/** The known facts of an event or an action, for people: `amount −¥6,200, reason ill`. Unknown ones are left out. */
export function factsText(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(name, value)}`)
    .join(', ')
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'number') return YEN.has(name) ? yenText(value) : String(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(one => valueText('', one)).join(' ')
  return JSON.stringify(value)
}
