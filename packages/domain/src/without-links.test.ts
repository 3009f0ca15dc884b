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
])('S-10.06: %j becomes %j', (text, kept) => {
  expect(withoutLinks(text)).toBe(kept)
})
