import { defineSite } from '@kippu/sites/define-site'
import { HOW_VISITORS_HEARD } from '@kippu/sites/standard-answers'

const name = {
  ja: '潮音亭',
  en: 'Shione Pavilion',
  kr: '시오네 정자',
  'zh-hans': '潮音亭',
  'zh-hant': '潮音亭',
  th: 'ศาลาชิโอเนะ',
} as const

/** A pavilion above the surf, where the day begins with tea. */
export const izura = defineSite({
  key: 'izura',
  title: { ja: 'チケット | 潮音亭', default: 'Tickets | Shione Pavilion' },
  name,
  tagline: {
    ja: '波の音が、いちばんの展示です。',
    en: 'The finest work on show is the sound of the waves.',
    kr: '파도 소리가 가장 좋은 전시입니다.',
    'zh-hans': '最美的展品，是海浪的声音。',
    'zh-hant': '最美的展品，是海浪的聲音。',
    th: 'ผลงานที่งดงามที่สุดคือเสียงคลื่น',
  },
  look: { opening: 'paper', products: 'rows' },
  address: {
    ja: '高知県 潮音村 岬1',
    en: '1 Misaki, Shione-mura, Kochi, Japan',
    kr: '일본 고치현 시오네무라 미사키 1',
    'zh-hans': '日本高知县潮音村岬1',
    'zh-hant': '日本高知縣潮音村岬1',
    th: '1 มิซากิ หมู่บ้านชิโอเนะ จังหวัดโคจิ ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  signIn: {
    residentArea: 'prefectures_and_countries',
    teamlabMailMagazine: true,
    question1: HOW_VISITORS_HEARD,
  },
  paymentMethods: { web: ['gmo_3ds', 'gmo_paypay'] },
  logo: { header: { width: 158, height: 32 }, print: { width: 162, height: 104 } },
  mail: { senderName: name, contact: 'tea@shione.example' },
  issuer: { name: '一般社団法人 潮音亭', address: '高知県潮音村岬1', registrationNumber: 'T0000000000005' },
  legal: {
    seller: {
      ja: '一般社団法人 潮音亭',
      en: 'Shione Pavilion Association',
      kr: '일반사단법인 시오네 정자',
      'zh-hans': '一般社团法人潮音亭',
      'zh-hant': '一般社團法人潮音亭',
      th: 'สมาคมศาลาชิโอเนะ',
    },
    representative: {
      ja: '代表理事 岬 千波',
      en: 'Chinami Misaki, Representative Director',
      kr: '대표이사 미사키 지나미',
      'zh-hans': '代表理事 岬千波',
      'zh-hant': '代表理事 岬千波',
      th: 'จินามิ มิซากิ กรรมการผู้แทน',
    },
    phone: '0880-00-0005',
  },
})
