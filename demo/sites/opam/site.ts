import { defineSite } from '@kippu/sites/define-site'
import { OVERSEAS } from '@kippu/sites/standard-answers'

const name = {
  ja: '湯けむり坂美術館',
  en: 'Yukemuri Hill Museum',
  kr: '유케무리자카 미술관',
  'zh-hans': '汤烟坂美术馆',
  'zh-hant': '湯煙坂美術館',
  th: 'พิพิธภัณฑ์ศิลปะเนินไอน้ำยูเคมูริ',
} as const

/** A museum among hot springs that shows what steam can do, and has a bath for afterwards. */
export const opam = defineSite({
  key: 'opam',
  title: { ja: 'チケット | 湯けむり坂美術館', default: 'Tickets | Yukemuri Hill Museum' },
  name,
  tagline: {
    ja: '湯けむりを見て、湯につかる美術館。',
    en: 'Look at the steam, then sink into the water.',
    kr: '피어오르는 김을 바라보고 온천에 몸을 담그는 미술관입니다.',
    'zh-hans': '看汤烟袅袅，再浸入一池温泉。',
    'zh-hant': '看湯煙裊裊，再浸入一池溫泉。',
    th: 'ชมไอน้ำลอยอ้อยอิ่ง แล้วแช่น้ำพุร้อน',
  },
  look: { opening: 'paper', products: 'stubs' },
  address: {
    ja: '大分県 湯坂市 湯けむり坂18',
    en: '18 Yukemurizaka, Yusaka-shi, Oita, Japan',
    kr: '일본 오이타현 유사카시 유케무리자카 18',
    'zh-hans': '日本大分县汤坂市汤烟坂18',
    'zh-hant': '日本大分縣湯坂市湯煙坂18',
    th: '18 ยูเคมูริซากะ เมืองยูซากะ จังหวัดโออิตะ ประเทศญี่ปุ่น',
  },
  signIn: {
    residentArea: 'regional',
    regions: [
      {
        value: 'in_oita',
        label: {
          ja: '大分県内',
          en: 'Oita',
          kr: '오이타현 내',
          'zh-hans': '大分县内',
          'zh-hant': '大分縣內',
          th: 'จังหวัดโออิตะ',
        },
      },
      {
        value: 'other_prefecture',
        label: {
          ja: '大分県外（国内）',
          en: 'Elsewhere in Japan',
          kr: '일본 내 다른 지역',
          'zh-hans': '日本其他地区',
          'zh-hant': '日本其他地區',
          th: 'จังหวัดอื่นในญี่ปุ่น',
        },
      },
      OVERSEAS,
    ],
  },
  paymentMethods: { web: ['gmo_3ds'] },
  logo: { header: { width: 198, height: 32 }, print: { width: 209, height: 104 } },
  mail: { senderName: name, contact: 'yu@yukemuri.example' },
  issuer: {
    name: '一般財団法人 湯けむり坂美術館',
    address: '大分県湯坂市湯けむり坂18',
    registrationNumber: 'T0000000000013',
  },
  legal: {
    seller: {
      ja: '一般財団法人 湯けむり坂美術館',
      en: 'Yukemuri Hill Museum Foundation',
      kr: '일반재단법인 유케무리자카 미술관',
      'zh-hans': '一般财团法人汤烟坂美术馆',
      'zh-hant': '一般財團法人湯煙坂美術館',
      th: 'มูลนิธิพิพิธภัณฑ์ศิลปะเนินไอน้ำยูเคมูริ',
    },
    representative: {
      ja: '代表理事 湯坂 千代',
      en: 'Chiyo Yusaka, Representative Director',
      kr: '대표이사 유사카 지요',
      'zh-hans': '代表理事 汤坂千代',
      'zh-hant': '代表理事 湯坂千代',
      th: 'ชิโยะ ยูซากะ กรรมการผู้แทน',
    },
    phone: '097-000-0013',
  },
})
