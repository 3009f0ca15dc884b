import type { TextTable } from './text-table.ts'

/** How often a ticket admits: in the shop, in mails and on the ticket. */
export const entryTexts = {
  entry_any: {
    ja: '何度でもご入場いただけます。',
    en: 'Come and go as often as you like.',
    kr: '몇 번이든 입장하실 수 있습니다.',
    'zh-hans': '入场次数不限。',
    'zh-hant': '入場次數不限。',
    th: 'เข้าชมได้ไม่จำกัดครั้ง',
  },
  entry_daily: {
    ja: 'ご入場は1日1回です。',
    en: 'Each ticket is valid for one entry a day.',
    kr: '입장은 하루에 한 번 가능합니다.',
    'zh-hans': '每天可入场一次。',
    'zh-hant': '每天可入場一次。',
    th: 'เข้าชมได้วันละ 1 ครั้ง',
  },
  entry_once: {
    ja: 'ご入場は1回限りです。',
    en: 'Each ticket is valid for one entry.',
    kr: '입장은 1회만 가능합니다.',
    'zh-hans': '仅可入场一次。',
    'zh-hant': '僅可入場一次。',
    th: 'เข้าชมได้ 1 ครั้งเท่านั้น',
  },
  entry_back: {
    ja: '退場後{minutes}分以内は再入場できます。',
    en: 'You can leave and re-enter within {minutes} min.',
    kr: '퇴장 후 {minutes}분 이내에는 다시 입장하실 수 있습니다.',
    'zh-hans': '离场后{minutes}分钟内可再次入场。',
    'zh-hant': '離場後{minutes}分鐘內可再次入場。',
    th: 'ออกแล้วกลับเข้าชมได้อีกภายใน {minutes} นาที',
  },
} as const satisfies TextTable
