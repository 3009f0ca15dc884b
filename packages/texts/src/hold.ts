import type { TextTable } from './text-table.ts'

/** Words for the time left of a hold, from the buyer form to the confirmation. */
export const holdTexts = {
  hold_minutes_left_one: {
    ja: 'チケットを確保しています（残り{count}分）',
    en: 'We are holding your tickets for {count} more minute',
    kr: '티켓을 확보하고 있습니다(남은 시간 {count}분)',
    'zh-hans': '门票已为您保留（剩余{count}分钟）',
    'zh-hant': '門票已為您保留（剩餘{count}分鐘）',
    th: 'เราสำรองตั๋วไว้ให้คุณ (เหลือ {count} นาที)',
  },
  hold_minutes_left_other: {
    ja: 'チケットを確保しています（残り{count}分）',
    en: 'We are holding your tickets for {count} more minutes',
    kr: '티켓을 확보하고 있습니다(남은 시간 {count}분)',
    'zh-hans': '门票已为您保留（剩余{count}分钟）',
    'zh-hant': '門票已為您保留（剩餘{count}分鐘）',
    th: 'เราสำรองตั๋วไว้ให้คุณ (เหลือ {count} นาที)',
  },
  hold_ended: {
    ja: '確保の時間が終わりました。もう一度日時からお選びください。',
    en: 'Your tickets are no longer held. Please choose your day again.',
    kr: '티켓 확보 시간이 끝났습니다. 날짜부터 다시 선택해 주세요.',
    'zh-hans': '保留时间已结束，请重新选择日期。',
    'zh-hant': '保留時間已結束，請重新選擇日期。',
    th: 'หมดเวลาสำรองตั๋วแล้ว กรุณาเลือกวันอีกครั้ง',
  },
  hold_extend: {
    ja: '時間を延ばす',
    en: 'Get more time',
    kr: '시간 연장하기',
    'zh-hans': '延长时间',
    'zh-hant': '延長時間',
    th: 'ขอเวลาเพิ่ม',
  },
  hold_extended: {
    ja: 'チケットの確保を延ばしました。',
    en: 'We are holding your tickets longer.',
    kr: '티켓 확보 시간을 연장했습니다.',
    'zh-hans': '已延长门票的保留时间。',
    'zh-hant': '已延長門票的保留時間。',
    th: 'ขยายเวลาสำรองตั๋วแล้ว',
  },
  hold_ending_title: {
    ja: 'まもなく確保の時間が終わります',
    en: 'Do you need more time?',
    kr: '곧 티켓 확보 시간이 끝납니다',
    'zh-hans': '保留时间即将结束',
    'zh-hant': '保留時間即將結束',
    th: 'ใกล้หมดเวลาสำรองตั๋ว',
  },
  hold_ending: {
    ja: 'チケットを確保できる時間は、残り1分を切りました。お手続きを続けるときは、時間を延ばしてください。',
    en: 'We can hold your tickets for less than another minute. To carry on with your order, get more time.',
    kr: '티켓을 확보할 수 있는 시간이 1분도 남지 않았습니다. 구매를 계속하시려면 시간을 연장해 주세요.',
    'zh-hans': '门票的保留时间已不足一分钟。如需继续，请延长时间。',
    'zh-hant': '門票的保留時間已不足一分鐘。如需繼續，請延長時間。',
    th: 'เหลือเวลาสำรองตั๋วไม่ถึงหนึ่งนาที หากต้องการทำรายการต่อ กรุณาขอเวลาเพิ่ม',
  },
  hold_ending_last: {
    ja: 'チケットを確保できる時間は、残り1分を切りました。これ以上は延ばせませんので、お早めにお手続きください。時間が過ぎたときは、あらためてお選びいただけます。',
    en: 'We can hold your tickets for less than another minute and cannot add more time. Please finish now. If time runs out, you can choose again.',
    kr: '티켓을 확보할 수 있는 시간이 1분도 남지 않았습니다. 더 이상 연장할 수 없으니 서둘러 진행해 주세요. 시간이 지나면 다시 선택하실 수 있습니다.',
    'zh-hans': '门票的保留时间已不足一分钟，且无法再延长，请尽快完成购票。若已超时，您可以重新选择。',
    'zh-hant': '門票的保留時間已不足一分鐘，且無法再延長，請儘快完成購票。若已逾時，您可以重新選擇。',
    th: 'เหลือเวลาสำรองตั๋วไม่ถึงหนึ่งนาทีและขยายเวลาไม่ได้อีก กรุณาทำรายการให้เสร็จโดยเร็ว หากหมดเวลา คุณสามารถเลือกใหม่ได้',
  },
} as const satisfies TextTable
