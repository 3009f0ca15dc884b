import { defineSite } from '@kippu/sites/define-site'
import { OVERSEAS } from '@kippu/sites/standard-answers'

const name = {
  ja: '火ノ里アートホール',
  en: 'Hinosato Art Hall',
  kr: '히노사토 아트홀',
  'zh-hans': '火之里艺术馆',
  'zh-hant': '火之里藝術館',
  th: 'ฮิโนซาโตะ อาร์ตฮอลล์',
} as const

/** A hall at the foot of a volcano, where fire and water are lit each evening. */
export const nishinippon = defineSite({
  key: 'nishinippon',
  title: { ja: 'チケット | 火ノ里アートホール', default: 'Tickets | Hinosato Art Hall' },
  name,
  tagline: {
    ja: '火の山のふもとに、灯をともす。',
    en: 'Lanterns at the foot of the mountain of fire.',
    kr: '불의 산기슭에 등불을 밝힙니다.',
    'zh-hans': '在火山脚下，点亮灯火。',
    'zh-hant': '在火山腳下，點亮燈火。',
    th: 'จุดแสงไฟที่เชิงภูเขาไฟ',
  },
  look: { opening: 'poster', products: 'rows' },
  address: {
    ja: '熊本県 火ノ里町 灯坂9',
    en: '9 Hizaka, Hinosato-machi, Kumamoto, Japan',
    kr: '일본 구마모토현 히노사토마치 히자카 9',
    'zh-hans': '日本熊本县火之里町灯坂9',
    'zh-hant': '日本熊本縣火之里町燈坂9',
    th: '9 ฮิซากะ เมืองฮิโนซาโตะ จังหวัดคูมาโมโตะ ประเทศญี่ปุ่น',
  },
  membership: { skipMailAuthentication: true },
  signIn: {
    residentArea: 'regional',
    regions: [
      {
        value: 'fukuoka',
        label: {
          ja: '福岡県',
          en: 'Fukuoka',
          kr: '후쿠오카현',
          'zh-hans': '福冈县',
          'zh-hant': '福岡縣',
          th: 'จังหวัดฟูกูโอกะ',
        },
      },
      {
        value: 'saga',
        label: {
          ja: '佐賀県',
          en: 'Saga',
          kr: '사가현',
          'zh-hans': '佐贺县',
          'zh-hant': '佐賀縣',
          th: 'จังหวัดซากะ',
        },
      },
      {
        value: 'nagasaki',
        label: {
          ja: '長崎県',
          en: 'Nagasaki',
          kr: '나가사키현',
          'zh-hans': '长崎县',
          'zh-hant': '長崎縣',
          th: 'จังหวัดนางาซากิ',
        },
      },
      {
        value: 'kumamoto',
        label: {
          ja: '熊本県',
          en: 'Kumamoto',
          kr: '구마모토현',
          'zh-hans': '熊本县',
          'zh-hant': '熊本縣',
          th: 'จังหวัดคูมาโมโตะ',
        },
      },
      {
        value: 'oita',
        label: {
          ja: '大分県',
          en: 'Oita',
          kr: '오이타현',
          'zh-hans': '大分县',
          'zh-hant': '大分縣',
          th: 'จังหวัดโออิตะ',
        },
      },
      {
        value: 'miyazaki',
        label: {
          ja: '宮崎県',
          en: 'Miyazaki',
          kr: '미야자키현',
          'zh-hans': '宫崎县',
          'zh-hant': '宮崎縣',
          th: 'จังหวัดมิยาซากิ',
        },
      },
      {
        value: 'kagoshima',
        label: {
          ja: '鹿児島県',
          en: 'Kagoshima',
          kr: '가고시마현',
          'zh-hans': '鹿儿岛县',
          'zh-hant': '鹿兒島縣',
          th: 'จังหวัดคาโงชิมะ',
        },
      },
      {
        value: 'other_prefecture',
        label: {
          ja: '九州以外の都道府県',
          en: 'Elsewhere in Japan',
          kr: '규슈 외 일본 지역',
          'zh-hans': '九州以外的日本地区',
          'zh-hant': '九州以外的日本地區',
          th: 'จังหวัดอื่นในญี่ปุ่น',
        },
      },
      OVERSEAS,
    ],
  },
  paymentMethods: { web: ['gmo_3ds', 'd_pay'] },
  logo: { header: { width: 216, height: 32 }, print: { width: 234, height: 104 } },
  mail: { senderName: name, contact: 'tickets@hinosato.example' },
  issuer: {
    name: '火ノ里アートホール実行委員会',
    address: '熊本県火ノ里町灯坂9',
    registrationNumber: 'T0000000000008',
  },
  legal: {
    seller: {
      ja: '火ノ里アートホール実行委員会',
      en: 'Hinosato Art Hall Committee',
      kr: '히노사토 아트홀 실행위원회',
      'zh-hans': '火之里艺术馆执行委员会',
      'zh-hant': '火之里藝術館執行委員會',
      th: 'คณะกรรมการฮิโนซาโตะ อาร์ตฮอลล์',
    },
    representative: {
      ja: '委員長 灯坂 燿',
      en: 'Yo Hizaka, Chair',
      kr: '위원장 히자카 요',
      'zh-hans': '委员长 灯坂耀',
      'zh-hant': '委員長 燈坂耀',
      th: 'โย ฮิซากะ ประธานกรรมการ',
    },
    phone: '0967-00-0008',
  },
})
