import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '灯森ミュージアム',
  en: 'Tomori Museum of Light and Nature',
  kr: '도모리 빛과 자연 미술관',
  'zh-hans': '灯森光与自然美术馆',
  'zh-hant': '燈森光與自然美術館',
  th: 'พิพิธภัณฑ์แสงและธรรมชาติโทโมริ',
} as const

/** A museum of light in a wood by a pond. It is the site of every host that no other site claims. */
export const demo = defineSite({
  key: 'demo',
  title: { ja: 'チケット | 灯森ミュージアム', default: 'Tickets | Tomori Museum of Light and Nature' },
  name,
  tagline: {
    ja: '森に灯る、ひかりの散歩道。',
    en: 'A walk through a wood that lights up for you.',
    kr: '숲에 불빛이 켜지는 산책길입니다.',
    'zh-hans': '漫步于林间亮起的光之小径。',
    'zh-hant': '漫步於林間亮起的光之小徑。',
    th: 'เดินเล่นในป่าที่สว่างไสวเพื่อคุณ',
  },
  look: { opening: 'night', products: 'posters', scheme: 'dark' },
  address: {
    ja: '長野県 灯森町 水辺1-1',
    en: '1-1 Mizube, Tomori-machi, Nagano, Japan',
    kr: '일본 나가노현 도모리마치 미즈베 1-1',
    'zh-hans': '日本长野县灯森町水边1-1',
    'zh-hant': '日本長野縣燈森町水邊1-1',
    th: '1-1 มิซูเบะ เมืองโทโมริ จังหวัดนากาโนะ ประเทศญี่ปุ่น',
  },
  calendarColors: true,
  ticketDisplay: { headerColor: { pc: 'accent-soft', sp: 'sunken' } },
  signIn: { residentArea: 'prefectures_and_countries', teamlabMailMagazine: true },
  paymentMethods: {
    web: [
      'stripe_secure',
      'stripe',
      'gmo_3ds',
      'gmo',
      'gmo_apple_pay',
      'gmo_paypay',
      'gmo_d_pay',
      'adyen_credit',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'softbank_3ds',
      'softbank_credit',
      'softbank_paypay',
      'softbank_alipay',
      'alipay',
      'd_pay',
    ],
    pos: ['gmo_paypay', 'softbank_paypay', 'alipay'],
    kiosk: ['gmo_paypay', 'alipay'],
  },
  // The demonstration shows every method; no money moves.
  allowsWithoutThreeDSecure: true,
  logo: { header: { width: 168, height: 32 }, print: { width: 170, height: 104 } },
  mail: { senderName: name, contact: 'tickets@tomori.example' },
  issuer: {
    name: '一般財団法人 灯森ミュージアム',
    address: '長野県灯森町水辺1-1',
    registrationNumber: 'T0000000000001',
  },
  legal: {
    seller: {
      ja: '一般財団法人 灯森ミュージアム',
      en: 'Tomori Museum Foundation',
      kr: '일반재단법인 도모리 미술관',
      'zh-hans': '一般财团法人灯森美术馆',
      'zh-hant': '一般財團法人燈森美術館',
      th: 'มูลนิธิพิพิธภัณฑ์โทโมริ',
    },
    representative: {
      ja: '代表理事 水野 灯',
      en: 'Akari Mizuno, Representative Director',
      kr: '대표이사 미즈노 아카리',
      'zh-hans': '代表理事 水野灯',
      'zh-hant': '代表理事 水野燈',
      th: 'อาคาริ มิซูโนะ กรรมการผู้แทน',
    },
    phone: '0260-00-0001',
  },
})
