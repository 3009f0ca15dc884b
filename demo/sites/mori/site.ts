import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '雲見タワー美術館',
  en: 'Kumomi Tower Museum',
  kr: '구모미 타워 미술관',
  'zh-hans': '云见塔美术馆',
  'zh-hant': '雲見塔美術館',
  th: 'พิพิธภัณฑ์หอคอยคุโมมิ',
} as const

/** A museum in a tower on a hill, above a sea of clouds. */
export const mori = defineSite({
  key: 'mori',
  title: { ja: 'チケット | 雲見タワー美術館', default: 'Tickets | Kumomi Tower Museum' },
  name,
  tagline: {
    ja: '雲の上まで、絵を見に行く。',
    en: 'Come up above the clouds to look at pictures.',
    kr: '구름 위로 그림을 보러 갑니다.',
    'zh-hans': '到云上去看画。',
    'zh-hant': '到雲上去看畫。',
    th: 'ขึ้นไปชมภาพเหนือเมฆ',
  },
  look: { opening: 'poster', products: 'posters' },
  address: {
    ja: '広島県 雲見市 丘の上5',
    en: '5 Okanoue, Kumomi-shi, Hiroshima, Japan',
    kr: '일본 히로시마현 구모미시 오카노우에 5',
    'zh-hans': '日本广岛县云见市丘之上5',
    'zh-hant': '日本廣島縣雲見市丘之上5',
    th: '5 โอกาโนอุเอะ เมืองคุโมมิ จังหวัดฮิโรชิมะ ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  ticketApp: {
    name: {
      ja: '雲見タワー公式アプリ',
      en: 'Kumomi Tower app',
      kr: '구모미 타워 공식 앱',
      'zh-hans': '云见塔官方应用',
      'zh-hant': '雲見塔官方應用程式',
      th: 'แอปหอคอยคุโมมิ',
    },
    appStore: 'https://apps.apple.com/jp/app/kumomi-tower/id0000000006',
    googlePlay: 'https://play.google.com/store/apps/details?id=example.kumomi.tower',
  },
  calendarColors: true,
  signIn: {
    residentArea: 'prefectures_and_countries',
    teamlabMailMagazine: true,
    question3: {
      ja: '塔の上で見てみたいものがあれば教えてください',
      en: 'What would you like to see from the tower?',
      kr: '타워 위에서 보고 싶은 것이 있다면 알려 주십시오',
      'zh-hans': '您想在塔上看到什么？',
      'zh-hant': '您想在塔上看到什麼？',
      th: 'คุณอยากเห็นอะไรจากบนหอคอย',
    },
  },
  paymentMethods: {
    web: ['adyen_credit', 'adyen_alipay', 'adyen_we_chat_pay'],
    // A visitor who stands at the door has their wallet open already.
    spot: ['adyen_alipay', 'adyen_we_chat_pay', 'adyen_credit'],
    kiosk: ['adyen_alipay', 'adyen_we_chat_pay'],
  },
  logo: { header: { width: 170, height: 32 }, print: { width: 176, height: 104 } },
  mail: { senderName: name, contact: 'tickets@kumomi.example' },
  issuer: {
    name: '一般財団法人 雲見タワー美術館',
    address: '広島県雲見市丘の上5',
    registrationNumber: 'T0000000000006',
  },
  legal: {
    seller: {
      ja: '一般財団法人 雲見タワー美術館',
      en: 'Kumomi Tower Museum Foundation',
      kr: '일반재단법인 구모미 타워 미술관',
      'zh-hans': '一般财团法人云见塔美术馆',
      'zh-hant': '一般財團法人雲見塔美術館',
      th: 'มูลนิธิพิพิธภัณฑ์หอคอยคุโมมิ',
    },
    representative: {
      ja: '館長 高嶺 空',
      en: 'Sora Takane, Director',
      kr: '관장 다카네 소라',
      'zh-hans': '馆长 高岭空',
      'zh-hant': '館長 高嶺空',
      th: 'โซระ ทากาเนะ ผู้อำนวยการ',
    },
    phone: '0823-00-0006',
  },
})
