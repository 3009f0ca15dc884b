import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { expect, test } from 'vitest'

import { siteTextsOf } from './site-texts.ts'

const LEGAL_KEYS = [
  'site_seller',
  'site_representative',
  'site_address',
  'site_phone',
  'site_phone_hours',
  'site_email',
  'site_registration_number',
  'site_cancellation',
  'site_visit_conditions',
]

const demo = siteOf('demo')

test.each(SITE_KEYS)('%s states in every language what the law requires', key => {
  for (const lang of LANGUAGES) {
    const texts = siteTextsOf(siteOf(key), lang)
    expect(LEGAL_KEYS.filter(item => (texts[item] ?? '') === '')).toEqual([])
  }
})

test('lists and questions are texts in the language of the page; a question that is not asked has no text (R-3.48, R-3.51)', () => {
  const choice = { value: 'here', label: demo.name }
  const signIn = {
    ...demo.signIn,
    regions: [choice],
    question1: { question: demo.tagline, answers: [choice] },
    question2: demo.tagline,
    question3: null,
  }
  const texts = siteTextsOf({ ...demo, signIn }, 'kr')
  expect(texts).toMatchObject({
    site_region_here: demo.name.kr,
    site_question1: demo.tagline.kr,
    site_question1_here: demo.name.kr,
    site_question2: demo.tagline.kr,
  })
  expect(texts).not.toHaveProperty('site_question3')
})
