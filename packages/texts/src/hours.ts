import type { TextTable } from './text-table.ts'

/** When the house is open, in one line, and what can be changed: words of the order page. */
export const hoursTexts = {
  hours_today: {
    ja: '本日 {hours}',
    en: 'Open today {hours}',
    kr: '오늘 {hours}',
    'zh-hans': '今日开放 {hours}',
    'zh-hant': '今日開放 {hours}',
    th: 'เปิดวันนี้ {hours}',
  },
  hours_closed_today: {
    ja: '本日はお休みです',
    en: 'Closed today',
    kr: '오늘은 휴무입니다',
    'zh-hans': '今日休息',
    'zh-hant': '今日休息',
    th: 'ปิดวันนี้',
  },
  hours_over_today: {
    ja: '本日は終了しました',
    en: 'Closed for today',
    kr: '오늘 운영은 끝났습니다',
    'zh-hans': '今日已结束',
    'zh-hant': '今日已結束',
    th: 'ปิดให้บริการแล้วสำหรับวันนี้',
  },
  hours_next: {
    ja: '次は{date} {hours}',
    en: 'Opens {date}, {hours}',
    kr: '다음 운영일 {date} {hours}',
    'zh-hans': '下次开放：{date} {hours}',
    'zh-hant': '下次開放：{date} {hours}',
    th: 'เปิดอีกครั้ง {date} {hours}',
  },
  hours_last_entry: {
    ja: '{hours}（最終入場 {time}）',
    en: '{hours}, last entry {time}',
    kr: '{hours}(입장 마감 {time})',
    'zh-hans': '{hours}（最后入场 {time}）',
    'zh-hant': '{hours}（最後入場 {time}）',
    th: '{hours} (เข้าได้ถึง {time})',
  },
  hours_day: {
    ja: '{date}は{hours}にお越しいただけます。',
    en: 'Open on {date}: {hours}',
    kr: '{date}에는 {hours}에 방문하실 수 있습니다.',
    'zh-hans': '{date}的开放时间：{hours}',
    'zh-hant': '{date}的開放時間：{hours}',
    th: '{date} เปิด {hours}',
  },
  hours_move_until: {
    ja: '日時は{date} {time}まで変更できます。',
    en: 'You can change the date or time until {time} on {date}.',
    kr: '{date} {time}까지 날짜와 시간을 변경하실 수 있습니다.',
    'zh-hans': '{date} {time}前可更改日期和时间。',
    'zh-hant': '{date} {time}前可更改日期和時間。',
    th: 'เปลี่ยนวันและเวลาได้ถึง {date} เวลา {time} น.',
  },
  hours_move_none: {
    ja: '日時の変更はできません。',
    en: 'The date and time cannot be changed.',
    kr: '날짜와 시간은 변경하실 수 없습니다.',
    'zh-hans': '日期和时间不可更改。',
    'zh-hant': '日期和時間不可更改。',
    th: 'ไม่สามารถเปลี่ยนวันและเวลาได้',
  },
} as const satisfies TextTable
