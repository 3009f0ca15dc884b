import type { ReactNode } from 'react'

import { exactText } from '../formats'
import { useLanguage } from '../language'
import { CHOICE_WORDS, HOUSE_WORDS, PART_WORDS } from './house-words'
import { isFields } from './value'

interface ValueTextProps {
  readonly value: unknown
  /** It is one of a list of answers. */
  readonly isChoice?: boolean
  /** Where none stand, the house is closed. */
  readonly isHours?: boolean
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/
const HOURS = new Set(['hours', 'sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])
const PLAIN = new Set([...HOURS, 'from', 'to'])

/** A value in words: in the reader's language where it has several. */
export function ValueText({ value, isChoice = false, isHours = false }: ValueTextProps): ReactNode {
  const { pick, lang } = useLanguage()
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">{pick(isHours ? HOUSE_WORDS.closed : HOUSE_WORDS.nothing)}</span>
  if (typeof value === 'boolean') return pick(value ? HOUSE_WORDS.yes : HOUSE_WORDS.no)
  if (typeof value === 'string') {
    const said = isChoice ? (CHOICE_WORDS[value] ?? PART_WORDS[value]) : undefined
    if (said !== undefined) return <span className="said">{pick(said)}</span>
    return <span className="said">{MOMENT.test(value) ? exactText(lang, value) : value}</span>
  }
  if (Array.isArray(value))
    return (
      <ul className="said-list">
        {value.map((item: unknown, index) => (
          // The list is the value: an item has no other name than its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <ValueText value={item} isChoice={typeof item === 'string'} />
          </li>
        ))}
      </ul>
    )
  if (!isFields(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  if ('ja' in value && 'en' in value) return <ValueText value={value[lang]} />
  return (
    <ul className="said-list">
      {Object.entries(value).map(([name, inner]) => (
        <li key={name}>
          <span className="quiet">{pick(PART_WORDS[name] ?? { ja: name, en: name })}</span>{' '}
          <ValueText value={inner} isChoice={!PLAIN.has(name)} isHours={HOURS.has(name)} />
        </li>
      ))}
    </ul>
  )
}
