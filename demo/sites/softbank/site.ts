import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '港灯デジタルホール',
  en: 'Minatobi Digital Hall',
  kr: '미나토비 디지털 홀',
  'zh-hans': '港灯数字馆',
  'zh-hant': '港燈數位館',
  th: 'มินาโตบิ ดิจิทัลฮอลล์',
} as const

/** A hall of light on a pier, where the harbour becomes data and data becomes sea. */
export const softbank = defineSite({
  key: 'softbank',
  title: { ja: 'チケット | 港灯デジタルホール', default: 'Tickets | Minatobi Digital Hall' },
  name,
  tagline: {
    ja: '港の灯りが、海になる。',
    en: 'Where the lights of the harbour become a sea.',
    kr: '항구의 불빛이 바다가 됩니다.',
    'zh-hans': '港口的灯火，化作一片海。',
    'zh-hant': '港口的燈火，化作一片海。',
    th: 'เมื่อแสงไฟของท่าเรือกลายเป็นทะเล',
  },
  look: { opening: 'night', products: 'rows', scheme: 'dark' },
  address: {
    ja: '兵庫県 灯浦市 新港2',
    en: '2 Shinko, Hiura-shi, Hyogo, Japan',
    kr: '일본 효고현 히우라시 신코 2',
    'zh-hans': '日本兵库县灯浦市新港2',
    'zh-hant': '日本兵庫縣燈浦市新港2',
    th: '2 ชินโค เมืองฮิอุระ จังหวัดเฮียวโงะ ประเทศญี่ปุ่น',
  },
  signIn: { residentArea: 'prefectures' },
  paymentMethods: { web: ['softbank_credit', 'softbank_3ds', 'softbank_alipay', 'softbank_paypay'] },
  // The venue's acquirer agreed to cards without 3-D Secure, and the venue answers for them.
  allowsWithoutThreeDSecure: true,
  logo: { header: { width: 202, height: 32 }, print: { width: 217, height: 104 } },
  mail: { senderName: name, contact: 'tickets@minatobi.example' },
  issuer: { name: '港灯ホール株式会社', address: '兵庫県灯浦市新港2', registrationNumber: 'T0000000000007' },
  legal: {
    seller: {
      ja: '港灯ホール株式会社',
      en: 'Minatobi Hall Co., Ltd.',
      kr: '미나토비 홀 주식회사',
      'zh-hans': '港灯馆股份公司',
      'zh-hant': '港燈館股份公司',
      th: 'บริษัท มินาโตบิฮอลล์ จำกัด',
    },
    representative: {
      ja: '代表取締役 灯浦 航',
      en: 'Wataru Hiura, Representative Director',
      kr: '대표이사 히우라 와타루',
      'zh-hans': '代表董事 灯浦航',
      'zh-hant': '代表董事 燈浦航',
      th: 'วาตารุ ฮิอุระ กรรมการผู้แทน',
    },
    phone: '0799-00-0007',
  },
})
