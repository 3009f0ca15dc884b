import type { Localized } from './site.ts'

/** The hours of the telephone, for venues that close on Tuesdays. */
export const STANDARD_PHONE_HOURS: Localized = {
  ja: '10:00〜17:00（火曜日を除く）',
  en: '10:00–17:00, except Tuesdays',
  kr: '10:00~17:00(화요일 제외)',
  'zh-hans': '10:00–17:00（周二除外）',
  'zh-hant': '10:00–17:00（週二除外）',
  th: '10:00–17:00 น. (ยกเว้นวันอังคาร)',
}

/** Terms of a venue that refunds nothing unless it closes. */
export const STANDARD_CANCELLATION: Localized = {
  ja: 'お客様のご都合によるご購入後のキャンセルと払い戻しはお受けしておりません。会場の都合で休館したときは、お支払いの全額を払い戻します。',
  en: 'Once bought, tickets can’t be cancelled or refunded if your plans change. If we have to close, we refund the full amount you paid.',
  kr: '구매 후 고객 사정에 의한 취소 및 환불은 받지 않습니다. 시설 사정으로 운영하지 않는 경우 결제 금액 전액을 환불해 드립니다.',
  'zh-hans': '购票后不接受因个人原因的取消和退款。若因场馆原因停止开放，将退还已支付的全部金额。',
  'zh-hant': '購票後恕不接受因個人因素的取消與退款。若因場館因素停止開放，將退還已支付的全部金額。',
  th: 'เมื่อซื้อแล้วไม่สามารถยกเลิกหรือขอคืนเงินด้วยเหตุผลส่วนตัวได้ หากเราต้องปิดทำการ เราจะคืนเงินเต็มจำนวนที่ชำระ',
}

export const STANDARD_VISIT_CONDITIONS: Localized = {
  ja: 'チケットに記された日時または期間に限り、1枚につきお一人がご入場いただけます。小学生以下のお子さまは、18歳以上の方とご一緒にお越しください。混雑のときは、入場をお待ちいただくことがあります。',
  en: 'A ticket admits one person, on the day and time or within the period printed on it. Children of primary-school age or younger must come with someone aged 18 or over. You may have to wait when it is crowded.',
  kr: '티켓에 기재된 일시 또는 기간에 한해 1장당 한 분이 입장하실 수 있습니다. 초등학생 이하 어린이는 18세 이상 보호자와 함께 와 주세요. 혼잡할 때는 입장을 기다리실 수 있습니다.',
  'zh-hans':
    '每张门票限一人于票面所示日期、时段或期间内入场。小学生及以下儿童须由18岁及以上的成人陪同。人多时可能需要等候入场。',
  'zh-hant':
    '每張門票限一人於票面所示日期、時段或期間內入場。國小學童及幼兒須由18歲及以上的成人陪同。人多時可能需要等候入場。',
  th: 'ตั๋ว 1 ใบสำหรับ 1 ท่าน ในวันเวลาหรือช่วงเวลาที่ระบุบนตั๋ว เด็กประถมศึกษาและเล็กกว่าต้องมาพร้อมผู้ที่มีอายุ 18 ปีขึ้นไป เมื่อมีผู้ชมมากอาจต้องรอก่อนเข้า',
}
