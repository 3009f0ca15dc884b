import { expect, test } from 'vitest'

import { judgeNoticeTexts, LONGEST_NOTICE, noticeIn } from './notice.ts'

const texts = { ja: '本日は台風のため休館します。', en: 'Closed today because of a typhoon.' }

test('words in Japanese and English are enough, blank ones count as none, and all are trimmed', () => {
  expect(judgeNoticeTexts({ ...texts, ja: ` ${texts.ja}\t`, kr: '  ' })).toEqual({ texts })
})

test.each([
  [{ en: 'x' }, [{ kind: 'missing', lang: 'ja' }]],
  [{ ja: 'x', en: ' ' }, [{ kind: 'missing', lang: 'en' }]],
  [{ ...texts, ko: 'x' }, [{ kind: 'unknown_language', lang: 'ko' }]],
  [{ ...texts, th: 'ก'.repeat(LONGEST_NOTICE + 1) }, [{ kind: 'too_long', lang: 'th' }]],
  [{ ...texts, kr: 'a\nb' }, [{ kind: 'control_character', lang: 'kr' }]],
  [{ ...texts, kr: 'a\u202eb' }, [{ kind: 'control_character', lang: 'kr' }]],
])('%j is not a notice', (asked, faults) => {
  expect(judgeNoticeTexts(asked)).toEqual({ faults })
})

test('characters are counted, and not their halves', () => {
  const longest = '🌀'.repeat(LONGEST_NOTICE)
  expect(judgeNoticeTexts({ ...texts, en: longest })).toEqual({ texts: { ...texts, en: longest } })
})

test('a reader whose language has no words gets the English ones, as English', () => {
  expect(noticeIn({ ...texts, th: 'ปิด' }, 'th')).toEqual({ lang: 'th', text: 'ปิด' })
  expect(noticeIn(texts, 'th')).toEqual({ lang: 'en', text: texts.en })
  expect(noticeIn(texts, 'ja')).toEqual({ lang: 'ja', text: texts.ja })
})
