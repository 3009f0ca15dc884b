import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '宵の植物苑',
  en: 'Yoi Night Garden',
  kr: '요이 식물원',
  'zh-hans': '宵之植物园',
  'zh-hant': '宵之植物園',
  th: 'สวนพฤกษศาสตร์โยอิ',
} as const

/** A botanical garden that opens at dusk. */
export const nagai = defineSite({
  key: 'nagai',
  title: { ja: 'チケット | 宵の植物苑', default: 'Tickets | Yoi Night Garden' },
  name,
  tagline: {
    ja: '花は、夜にひらく。',
    en: 'Here the flowers open at night.',
    kr: '꽃은 밤에 핍니다.',
    'zh-hans': '花，在夜里绽放。',
    'zh-hant': '花，在夜裡綻放。',
    th: 'ที่นี่ดอกไม้บานยามค่ำคืน',
  },
  look: { opening: 'night', products: 'cards', scheme: 'dark' },
  address: {
    ja: '三重県 宵町 若葉通り18',
    en: '18 Wakaba-dori, Yoi-cho, Mie, Japan',
    kr: '일본 미에현 요이초 와카바도리 18',
    'zh-hans': '日本三重县宵町若叶通18',
    'zh-hant': '日本三重縣宵町若葉通18',
    th: '18 ถนนวากาบะ เมืองโยอิ จังหวัดมิเอะ ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  signIn: { residentArea: 'prefectures_and_countries', teamlabMailMagazine: true },
  paymentMethods: { web: ['gmo_3ds', 'gmo_d_pay'] },
  logo: { header: { width: 218, height: 28 }, print: { width: 275, height: 104 } },
  mail: { senderName: name, contact: 'garden@yoi.example' },
  issuer: {
    name: '一般財団法人 宵の植物苑',
    address: '三重県宵町若葉通り18',
    registrationNumber: 'T0000000000009',
  },
  legal: {
    seller: {
      ja: '一般財団法人 宵の植物苑',
      en: 'Yoi Night Garden Foundation',
      kr: '일반재단법인 요이 식물원',
      'zh-hans': '一般财团法人宵之植物园',
      'zh-hant': '一般財團法人宵之植物園',
      th: 'มูลนิธิสวนพฤกษศาสตร์โยอิ',
    },
    representative: {
      ja: '苑長 若葉 咲',
      en: 'Saki Wakaba, Director',
      kr: '원장 와카바 사키',
      'zh-hans': '园长 若叶咲',
      'zh-hant': '園長 若葉咲',
      th: 'ซากิ วากาบะ ผู้อำนวยการ',
    },
    phone: '0598-00-0009',
    phoneHours: {
      ja: '13:00〜20:00（火曜日を除く）',
      en: '13:00–20:00, except Tuesdays',
      kr: '13:00~20:00(화요일 제외)',
      'zh-hans': '13:00–20:00（周二除外）',
      'zh-hant': '13:00–20:00（週二除外）',
      th: '13:00–20:00 น. (ยกเว้นวันอังคาร)',
    },
  },
})
