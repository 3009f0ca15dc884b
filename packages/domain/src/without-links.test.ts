import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withoutLinks } from './without-links.ts'

test.each([
  ['土曜日に入口で会いましょう。OK！', '土曜日に入口で会いましょう。OK！'],
  ['10.30 に。1.5時間です', '10.30 に。1.5時間です'],
  ['See you at 10.30. Bye', 'See you at 10.30. Bye'],
  ['👨‍👩‍👧 とあそぼう', '👨‍👩‍👧 とあそぼう'],
  ['看 https://evil.example/x?y=1 这里', '看 这里'],
  ['www.evil.example/a', ''],
  ['ここ→evil.example/a を見て', 'ここ→ を見て'],
  ['ｅｖｉｌ．ｃｏｍ を見て', 'を見て'],
  ['ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ 見て', '見て'],
  ['ev\u00adil.com and e\u200bvil.com', 'and'],
  ['write to me@evil.example please', 'write to please'],
  ['javascript://x%0aalert(1) ok', 'ok'],
  ['EVIL.CO.JP', ''],
  ['a\nhttp://x.example\nb', 'a\n\nb'],
  ['例え.jp を見て', '例え を見て'],
  ['пример.рф', 'пример'],
  ['é.com/x?y и münchen.de', 'é и mü'],
  ['中国。中国 餐厅.中国/a', '中国。中国 餐厅'],
  ['xn--e1a.xn--p1ai/x OK', 'OK'],
  ['192.0.2.7/x と 192.0.2.7:80', 'と'],
  ['mailto:me@host TEL:0312345678', 'TEL:0312345678'],
  ['//evil.example/x http:/evil.example', '// http:/'],
  ['𝐞𝐯𝐢𝐥.𝐜𝐨𝐦 ⓔⓥⓘⓛ.ⓒⓞⓜ evil․com', ''],
  ['ev\u034fil.c\u3164om e\u180evil.com ev\ufe0fil.com evil\u200d.com evil.\u{e0061}com', ''],
  ['evil.c\u2064om \u{e0100}葛\u{e0100}城さん', '葛\u{e0100}城さん'],
  ['❤️ と 🏴\u{e0067}\u{e0062}\u{e007f}', '❤️ と 🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['Wait...what? 3.5km, a.m.です。行きます．明日', 'Wait...what? 3.5km, a.m.です。行きます．明日'],
  ['電話 03-1234-5678', '電話 03-1234-5678'],
])('S-10.06: %j becomes %j', (text, kept) => {
  expect(withoutLinks(text)).toBe(kept)
})

test('S-10.06: what is left when addresses are cut out makes no new one', () => {
  const parts = [
    'evil',
    '.',
    'com',
    'www.',
    'http://',
    '@',
    '-',
    '_',
    '~',
    '/',
    'é',
    ' ',
    '．',
    ':',
    '\u200d',
    'tel:',
    '7',
    '…',
  ]
  const texts = fc
    .array(fc.constantFrom(...parts), { minLength: 2, maxLength: 10 })
    .map(chosen => chosen.join(''))
  fc.assert(
    fc.property(texts, text => {
      const once = withoutLinks(text)
      expect(withoutLinks(once)).toBe(once)
    }),
    { numRuns: 5000 },
  )
})
