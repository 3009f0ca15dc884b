import type { TextTable } from './text-table.ts'

/** The page of a store that takes no orders yet. */
export const openingTexts = {
  opening_soon: {
    ja: 'チケットの販売はまもなく始まります',
    en: 'Tickets go on sale soon',
    kr: '곧 티켓 판매를 시작합니다',
    'zh-hans': '门票即将开售',
    'zh-hant': '門票即將開賣',
    th: 'เร็ว ๆ นี้จะเริ่มจำหน่ายตั๋ว',
  },
  opening_at: {
    ja: '{date} {time}（日本時間）からこのページでお求めいただけます。',
    en: 'On this page from {time} on {date} (Japan time).',
    kr: '{date} {time}(일본 시간)부터 이 페이지에서 구매하실 수 있습니다.',
    'zh-hans': '{date} {time}（日本时间）起，可在本页购票。',
    'zh-hant': '{date} {time}（日本時間）起，可於本頁購票。',
    th: 'ซื้อได้ที่หน้านี้ตั้งแต่ {date} เวลา {time} น. (เวลาญี่ปุ่น)',
  },
  opening_ask: {
    ja: 'お問い合わせ',
    en: 'Questions',
    kr: '문의',
    'zh-hans': '咨询',
    'zh-hant': '洽詢',
    th: 'ติดต่อสอบถาม',
  },
} as const satisfies TextTable
