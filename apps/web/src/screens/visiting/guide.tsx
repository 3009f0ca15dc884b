import type { Said, VisitingGuide } from '@kippu/contract/visiting'
import { weekdayNames } from '@kippu/domain/date-format'
import { bcp47Of } from '@kippu/domain/language'
import type { TextKey } from '@kippu/texts/texts'
import type { ReactElement, ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { HoursTable } from './hours-table.tsx'
import { SignPicture, type SignPictureName } from './sign-picture.tsx'
import styles from './visiting.module.css'

/** All that a house tells, in the order in which guests ask. A part of which it says nothing is left out. */
export function Guide({ guide }: { readonly guide: VisitingGuide }): ReactElement {
  const t = useText()
  const { opening, ways, parking, questions, groups } = guide
  return (
    <div className={styles.guide}>
      {opening !== null && (
        <Part title="visiting_hours">
          <HoursTable opening={opening} />
        </Part>
      )}
      <Part title="visiting_way">
        <p>
          <span>{guide.address}</span>{' '}
          <a href={guide.map_url} target="_blank" rel="noreferrer">
            {t('visiting_map')}
          </a>
        </p>
        {guide.nearest !== null && <p className={styles.strong}>{guide.nearest}</p>}
        {ways.length > 0 && (
          <ul className={styles.list}>
            {ways.map(way => (
              <li key={way.text}>
                <Words of={way} />
              </li>
            ))}
          </ul>
        )}
        {parking !== null && (
          <>
            <h3>{t('visiting_parking')}</h3>
            <p>
              <Words of={parking} />
            </p>
          </>
        )}
      </Part>
      <Facts guide={guide} />
      <Access guide={guide} />
      {questions.length > 0 && (
        <Part title="visiting_questions">
          <dl className={styles.questions}>
            {questions.map(({ question, answer }) => (
              <div key={question.text}>
                <dt>
                  <Words of={question} />
                </dt>
                <dd>
                  <Words of={answer} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {groups !== null && (
        <Part title="visiting_groups">
          <p>
            <Words of={groups} />
          </p>
        </Part>
      )}
      <Part title="visiting_terms">
        <p>{t('site_cancellation')}</p>
      </Part>
    </div>
  )
}

interface PartProps {
  readonly title: TextKey
  readonly children: ReactNode
}

function Part({ title, children }: PartProps): ReactElement {
  const t = useText()
  return (
    <section>
      <h2>{t(title)}</h2>
      {children}
    </section>
  )
}

/** Words of the house, marked where they are in another language than the page. */
function Words({ of: { text, lang } }: { readonly of: Said }): ReactElement {
  const own = useLanguage()
  return <span {...(lang !== own && { lang: bcp47Of(lang) })}>{text}</span>
}

function Facts({ guide: { minutes, signs } }: { readonly guide: VisitingGuide }): ReactNode {
  const t = useText()
  const { setting, photographs, cloakroom } = signs
  const facts: readonly Sign[] = [
    ...(minutes === null ? [] : [{ picture: 'minutes', words: t('visiting_minutes', { minutes }) } as const]),
    ...(setting === undefined
      ? []
      : [{ picture: 'setting', words: t(`visiting_setting_${setting}`) } as const]),
    ...(photographs === undefined
      ? []
      : [{ picture: 'photographs', words: t(`visiting_photographs_${photographs}`) } as const]),
    ...(cloakroom === undefined
      ? []
      : [{ picture: 'cloakroom', words: t(`visiting_cloakroom_${cloakroom}`) } as const]),
  ]
  if (facts.length === 0) return null
  return (
    <Part title="visiting_facts">
      <Signs signs={facts} />
    </Part>
  )
}

function Access({ guide }: { readonly guide: VisitingGuide }): ReactNode {
  const t = useText()
  const lang = useLanguage()
  const { timeRange } = useDates()
  const { lift, wheelchair, pushchair, dogs, flashing } = guide.signs
  const { quiet_hours: quiet, access_note: note } = guide
  const quietWords = quiet && {
    days: quiet.weekdays.map(day => weekdayNames(lang)[day] ?? '').join(' '),
    hours: quiet.hours.map(({ from, to }) => timeRange(`T${from}`, `T${to}`)).join(' / '),
  }
  const signs: readonly Sign[] = [
    ...(lift === undefined ? [] : [{ picture: 'lift', words: t(`visiting_lift_${lift}`) } as const]),
    ...(wheelchair === undefined
      ? []
      : [{ picture: 'wheelchair', words: t(`visiting_wheelchair_${wheelchair}`) } as const]),
    ...(pushchair === undefined
      ? []
      : [{ picture: 'pushchair', words: t(`visiting_pushchair_${pushchair}`) } as const]),
    ...(dogs === undefined ? [] : [{ picture: 'dogs', words: t(`visiting_dogs_${dogs}`) } as const]),
    ...(flashing === undefined
      ? []
      : [{ picture: 'flashing', words: t(`visiting_flashing_${flashing}`) } as const]),
    ...(quietWords === null ? [] : [{ picture: 'quiet', words: t('visiting_quiet', quietWords) } as const]),
  ]
  if (signs.length === 0 && note === null) return null
  return (
    <Part title="visiting_access">
      <Signs signs={signs} />
      {note !== null && (
        <p>
          <Words of={note} />
        </p>
      )}
    </Part>
  )
}

interface Sign {
  readonly picture: SignPictureName
  readonly words: string
}

function Signs({ signs }: { readonly signs: readonly Sign[] }): ReactElement {
  return (
    <ul className={styles.signs}>
      {signs.map(({ picture, words }) => (
        <li key={picture}>
          <SignPicture name={picture} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}
