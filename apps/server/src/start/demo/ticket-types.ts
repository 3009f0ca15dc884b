import type { Localized } from '@kippu/sites/site'

import type { DemoExtra, DemoOptionValue } from './demo-product.ts'

export const TICKET_TYPE_OPTION: Localized = {
  ja: '券種',
  en: 'Ticket type',
  kr: '티켓 종류',
  'zh-hans': '票种',
  'zh-hant': '票種',
  th: 'ประเภทตั๋ว',
}

const ADULT: Localized = {
  ja: '大人（18歳以上）',
  en: 'Adult (18 and over)',
  kr: '성인(18세 이상)',
  'zh-hans': '成人（18岁及以上）',
  'zh-hant': '成人（18歲及以上）',
  th: 'ผู้ใหญ่ (18 ปีขึ้นไป)',
}

const YOUTH: Localized = {
  ja: '中高生（12〜17歳）',
  en: 'Youth (12 to 17)',
  kr: '중고생(12~17세)',
  'zh-hans': '青少年（12至17岁）',
  'zh-hant': '青少年（12至17歲）',
  th: 'เยาวชน (12–17 ปี)',
}

const CHILD: Localized = {
  ja: '子ども（4〜11歳）',
  en: 'Child (4 to 11)',
  kr: '어린이(4~11세)',
  'zh-hans': '儿童（4至11岁）',
  'zh-hant': '兒童（4至11歲）',
  th: 'เด็ก (4–11 ปี)',
}

const WITH_AN_ADULT: Localized = {
  ja: '小学生以下のお子さまは、18歳以上の方とご一緒にご入場ください。',
  en: 'Children must come in together with someone aged 18 or over.',
  kr: '초등학생 이하 어린이는 18세 이상 보호자와 함께 입장해 주세요.',
  'zh-hans': '儿童须由18岁及以上的成人陪同入场。',
  'zh-hant': '兒童須由18歲及以上的成人陪同入場。',
  th: 'เด็กต้องเข้าชมพร้อมผู้ที่มีอายุ 18 ปีขึ้นไป',
}

/** The prices of the three kinds of tickets on an ordinary day, in yen; the adult's is the base price. */
export interface TicketPrices {
  readonly adult: number
  readonly youth: number
  readonly child: number
}

/**
 * The three ticket types relative to the adult's price, so that the calendar shows the price that most visitors pay.
 */
export function ticketTypesOf({ adult, youth, child }: TicketPrices): readonly DemoOptionValue[] {
  return [
    { name: ADULT, addCost: 0, caution: null },
    { name: YOUTH, addCost: youth - adult, caution: null },
    { name: CHILD, addCost: child - adult, caution: WITH_AN_ADULT },
  ]
}

/** Ticket types of products that children may not visit. */
export function eveningTicketTypesOf({
  adult,
  youth,
}: Pick<TicketPrices, 'adult' | 'youth'>): readonly DemoOptionValue[] {
  return [
    { name: ADULT, addCost: 0, caution: null },
    { name: YOUTH, addCost: youth - adult, caution: null },
  ]
}

const GENERAL: Localized = {
  ja: '一般',
  en: 'General',
  kr: '일반',
  'zh-hans': '普通票',
  'zh-hant': '普通票',
  th: 'บุคคลทั่วไป',
}

const STUDENT: Localized = {
  ja: '大学生・専門学校生',
  en: 'University or college student',
  kr: '대학생·전문학교생',
  'zh-hans': '大学生、大专生',
  'zh-hant': '大學生、專科生',
  th: 'นักศึกษา',
}

const SCHOOL: Localized = {
  ja: '小学生〜高校生',
  en: 'School pupil (6 to 17)',
  kr: '초·중·고등학생',
  'zh-hans': '中小学生',
  'zh-hant': '國小至高中生',
  th: 'นักเรียน',
}

const STUDENT_CARD: Localized = {
  ja: '入場のときに学生証をご提示ください。',
  en: 'Please show your student card when you come in.',
  kr: '입장 시 학생증을 보여 주세요.',
  'zh-hans': '入场时请出示学生证。',
  'zh-hant': '入場時請出示學生證。',
  th: 'โปรดแสดงบัตรนักศึกษาเมื่อเข้าชม',
}

/** Ticket types of products that ask for a student card. */
export function studentTicketTypesOf(prices: {
  readonly general: number
  readonly student: number
  readonly school: number
}): readonly DemoOptionValue[] {
  return [
    { name: GENERAL, addCost: 0, caution: null },
    { name: STUDENT, addCost: prices.student - prices.general, caution: STUDENT_CARD },
    { name: SCHOOL, addCost: prices.school - prices.general, caution: null },
  ]
}

const AUDIO_GUIDE: Localized = {
  ja: '音声ガイド',
  en: 'Audio guide',
  kr: '오디오 가이드',
  'zh-hans': '语音导览',
  'zh-hant': '語音導覽',
  th: 'เครื่องบรรยายเสียง',
}

const AUDIO_GUIDE_DEVICE: Localized = {
  ja: '音声ガイド機（1台）',
  en: 'One audio guide',
  kr: '오디오 가이드 1대',
  'zh-hans': '语音导览器（1台）',
  'zh-hant': '語音導覽機（1台）',
  th: 'เครื่องบรรยายเสียง 1 เครื่อง',
}

const AT_THE_COUNTER: Localized = {
  ja: '音声ガイド機は入口でお渡しします。日本語・英語・韓国語・中国語に対応しています。',
  en: 'You get the guide at the entrance. It speaks Japanese, English, Korean and Chinese.',
  kr: '오디오 가이드는 입구에서 드립니다. 일본어·영어·한국어·중국어를 지원합니다.',
  'zh-hans': '语音导览器在入口处领取，支持日语、英语、韩语和中文。',
  'zh-hant': '語音導覽機於入口處領取，支援日語、英語、韓語及中文。',
  th: 'รับเครื่องได้ที่ทางเข้า มีภาษาญี่ปุ่น อังกฤษ เกาหลี และจีน',
}

/** Guides for hire at the entrance, at this price in yen. */
export function audioGuide(price: number): DemoExtra {
  return {
    name: AUDIO_GUIDE,
    values: [{ name: AUDIO_GUIDE_DEVICE, addCost: price, caution: AT_THE_COUNTER }],
  }
}
