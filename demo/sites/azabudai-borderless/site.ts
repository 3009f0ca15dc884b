import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: 'あわい 光の丘美術館',
  en: 'Awai, Museum on the Hill of Light',
  kr: '아와이 빛의 언덕 미술관',
  'zh-hans': 'Awai 光之丘美术馆',
  'zh-hant': 'Awai 光之丘美術館',
  th: 'อาวาอิ พิพิธภัณฑ์บนเนินแห่งแสง',
} as const

/** A house of light on a hill in the city, whose works leave their rooms. It has no members. */
export const azabudaiBorderless = defineSite({
  key: 'azabudai-borderless',
  title: { ja: 'チケット | あわい 光の丘美術館', default: 'Tickets | Awai, Museum on the Hill of Light' },
  name,
  tagline: {
    ja: '光は、部屋から街へあふれて。',
    en: 'Where the light leaves its rooms and goes out over the city.',
    kr: '빛은 방을 넘어 도시로 흘러갑니다.',
    'zh-hans': '光溢出房间，流向城市。',
    'zh-hant': '光溢出房間，流向城市。',
    th: 'แสงไหลล้นจากห้องสู่เมือง',
  },
  look: { opening: 'gallery', products: 'posters' },
  address: {
    ja: '東京都 灯坂区 雲見台5-2',
    en: '5-2 Kumomidai, Tosaka-ku, Tokyo, Japan',
    kr: '일본 도쿄도 도사카구 구모미다이 5-2',
    'zh-hans': '日本东京都灯坂区云见台5-2',
    'zh-hant': '日本東京都燈坂區雲見台5-2',
    th: '5-2 คุโมมิได เขตโทซากะ กรุงโตเกียว ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  calendarColors: true,
  membership: { disabled: true },
  signIn: { residentArea: 'prefectures_and_countries', teamlabMailMagazine: true },
  paymentMethods: { web: ['adyen_credit', 'stripe_secure', 'gmo_apple_pay'] },
  logo: { header: { width: 136, height: 32 }, print: { width: 132, height: 104 } },
  mail: { senderName: name, contact: 'tickets@awai.example' },
  issuer: {
    name: '株式会社あわい',
    address: '東京都灯坂区雲見台5-2',
    registrationNumber: 'T0000000000010',
  },
  legal: {
    seller: {
      ja: '株式会社あわい',
      en: 'Awai Co., Ltd.',
      kr: '주식회사 아와이',
      'zh-hans': 'Awai股份公司',
      'zh-hant': 'Awai股份公司',
      th: 'บริษัท อาวาอิ จำกัด',
    },
    representative: {
      ja: '代表取締役 雲見 透',
      en: 'Toru Kumomi, Representative Director',
      kr: '대표이사 구모미 도루',
      'zh-hans': '代表董事 云见透',
      'zh-hant': '代表董事 雲見透',
      th: 'โทรุ คุโมมิ กรรมการผู้แทน',
    },
    phone: '03-0000-0010',
  },
})
