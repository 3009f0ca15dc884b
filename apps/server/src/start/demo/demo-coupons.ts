import type { CouponKind } from '@kippu/domain/coupon'
import type { SalesChannel } from '@kippu/domain/states/ticket'
import type { Localized } from '@kippu/sites/site'

/** A coupon of the site `demo`. Yen or percent points; an omitted rule restricts nothing. */
export interface DemoCoupon {
  readonly code: string
  readonly kind: CouponKind
  readonly discountType: string
  readonly discountAmount: number
  readonly name: Localized
  readonly isPerTicket?: boolean
  readonly isActive?: boolean
  readonly channel?: SalesChannel
  readonly startsOn?: string
  readonly endsOn?: string
  readonly visitWeekdays?: readonly number[]
  readonly usageLimit?: number
  /** UUID of the one product that it is for. */
  readonly productUuid?: string
}

const FLAT_500: Localized = {
  ja: '500円引きクーポン',
  en: '500 yen off',
  kr: '500엔 할인 쿠폰',
  'zh-hans': '立减500日元优惠券',
  'zh-hant': '折抵500日圓優惠券',
  th: 'คูปองส่วนลด 500 เยน',
}

const INVITATION: Localized = {
  ja: 'ご招待券（1名様）',
  en: 'Invitation for one',
  kr: '초대권(1인)',
  'zh-hans': '邀请券（1人）',
  'zh-hant': '邀請券（1人）',
  th: 'บัตรเชิญสำหรับ 1 ท่าน',
}

/** The demo's pass, a product that few order: for every other order this coupon belongs to another product. */
const SEASON_PASS = '9c676e1f-7a49-4560-b6d5-33be3f8df576'

const flat500 = { kind: 'flat_rate', discountType: 'fixed', discountAmount: 500, name: FLAT_500 } as const

/** Every kind of coupon, and one for each reason to refuse a coupon. */
export const DEMO_COUPONS: readonly DemoCoupon[] = [
  { ...flat500, code: 'FLAT500' },
  {
    code: 'FLAT300PER',
    kind: 'flat_rate',
    discountType: 'fixed',
    discountAmount: 300,
    isPerTicket: true,
    name: {
      ja: 'チケット1枚につき300円引きクーポン',
      en: '300 yen off each ticket',
      kr: '티켓 1장당 300엔 할인 쿠폰',
      'zh-hans': '每张门票立减300日元优惠券',
      'zh-hant': '每張門票折抵300日圓優惠券',
      th: 'คูปองส่วนลดตั๋วใบละ 300 เยน',
    },
  },
  {
    code: 'RATE10',
    kind: 'fixed_rate',
    discountType: 'percent',
    discountAmount: 10,
    name: {
      ja: '10%割引クーポン',
      en: '10% off',
      kr: '10% 할인 쿠폰',
      'zh-hans': '九折优惠券',
      'zh-hant': '九折優惠券',
      th: 'คูปองส่วนลด 10%',
    },
  },
  {
    code: 'RATE20',
    kind: 'fixed_rate',
    discountType: 'percent',
    discountAmount: 20,
    name: {
      ja: '20%割引クーポン',
      en: '20% off',
      kr: '20% 할인 쿠폰',
      'zh-hans': '八折优惠券',
      'zh-hant': '八折優惠券',
      th: 'คูปองส่วนลด 20%',
    },
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(number => ({
    code: `INVITE${number}`,
    kind: 'invitation' as const,
    discountType: 'fixed',
    discountAmount: 0,
    usageLimit: 1,
    name: INVITATION,
  })),
  {
    code: 'CAMPAIGN',
    kind: 'campaign',
    discountType: 'fixed',
    discountAmount: 1000,
    name: {
      ja: 'オープン記念キャンペーン（1,000円引き）',
      en: 'Opening campaign: 1,000 yen off',
      kr: '오픈 기념 캠페인(1,000엔 할인)',
      'zh-hans': '开幕纪念活动（立减1,000日元）',
      'zh-hant': '開幕紀念活動（折抵1,000日圓）',
      th: 'แคมเปญฉลองเปิดตัว ลด 1,000 เยน',
    },
  },
  {
    code: 'CAMPAIGN2',
    kind: 'campaign',
    discountType: 'percent',
    discountAmount: 15,
    name: {
      ja: 'お知らせメール読者キャンペーン（15%割引）',
      en: 'E-mail news campaign: 15% off',
      kr: '소식 메일 구독자 캠페인(15% 할인)',
      'zh-hans': '资讯邮件读者活动（八五折）',
      'zh-hant': '電子報讀者活動（八五折）',
      th: 'แคมเปญสำหรับผู้รับข่าวสารทางอีเมล ลด 15%',
    },
  },
  { ...flat500, code: 'EXPIRED', endsOn: '2025-12-31' },
  { ...flat500, code: 'NOTYET', startsOn: '2099-01-01' },
  { ...flat500, code: 'USEDUP', usageLimit: 0 },
  { ...flat500, code: 'SPOTONLY', channel: 'spot' },
  { ...flat500, code: 'INACTIVE', isActive: false },
  { ...flat500, code: 'BADTYPE', discountType: 'points' },
  {
    ...flat500,
    code: 'WEEKDAY',
    visitWeekdays: [1, 2, 3, 4, 5],
    name: {
      ja: '平日限定クーポン（500円引き）',
      en: 'Weekday coupon: 500 yen off',
      kr: '평일 한정 쿠폰(500엔 할인)',
      'zh-hans': '工作日专享优惠券（立减500日元）',
      'zh-hant': '平日限定優惠券（折抵500日圓）',
      th: 'คูปองวันธรรมดา ลด 500 เยน',
    },
  },
  {
    ...flat500,
    code: 'OTHERPRODUCT',
    productUuid: SEASON_PASS,
    name: {
      ja: 'シーズンパス限定クーポン（500円引き）',
      en: 'Season Pass coupon: 500 yen off',
      kr: '시즌 패스 한정 쿠폰(500엔 할인)',
      'zh-hans': '四季通票专享优惠券（立减500日元）',
      'zh-hant': '四季通票限定優惠券（折抵500日圓）',
      th: 'คูปองสำหรับบัตรผ่านตลอดฤดูกาล ลด 500 เยน',
    },
  },
  {
    code: 'FREE100',
    kind: 'fixed_rate',
    discountType: 'percent',
    discountAmount: 100,
    name: {
      ja: '全額割引クーポン',
      en: '100% off',
      kr: '전액 할인 쿠폰',
      'zh-hans': '全额减免优惠券',
      'zh-hant': '全額折抵優惠券',
      th: 'คูปองส่วนลดเต็มจำนวน',
    },
  },
]
