import { defineSite } from '@kippu/sites/define-site'
import { HOW_VISITORS_HEARD } from '@kippu/sites/standard-answers'

const name = {
  ja: '萌木ラボ展',
  en: 'Moegi Lab Exhibition',
  kr: '모에기 랩 전시',
  'zh-hans': '萌木实验室展',
  'zh-hant': '萌木實驗室展',
  th: 'นิทรรศการโมเอกิแล็บ',
} as const

/** A laboratory in a greenhouse, where forests grow in glass. Its exhibitions are sold one by one, from their own pages. */
export const labExhibition = defineSite({
  key: 'lab-exhibition',
  title: { ja: 'チケット | 萌木ラボ展', default: 'Tickets | Moegi Lab Exhibition' },
  name,
  tagline: {
    ja: 'ガラスの中で、森が育つ。',
    en: 'Forests that grow in glass.',
    kr: '유리 속에서 숲이 자랍니다.',
    'zh-hans': '森林，在玻璃中生长。',
    'zh-hant': '森林，在玻璃中生長。',
    th: 'ผืนป่าที่เติบโตในแก้ว',
  },
  look: { opening: 'gallery', products: 'rows' },
  address: {
    ja: '岡山県 若芽市 温室通り3',
    en: '3 Onshitsu-dori, Wakame-shi, Okayama, Japan',
    kr: '일본 오카야마현 와카메시 온시쓰도리 3',
    'zh-hans': '日本冈山县若芽市温室通3',
    'zh-hant': '日本岡山縣若芽市溫室通3',
    th: '3 ถนนอนชิตสึ เมืองวากาเมะ จังหวัดโอกายามะ ประเทศญี่ปุ่น',
  },
  requiresProduct: true,
  signIn: {
    question1: HOW_VISITORS_HEARD,
    question2: {
      ja: '育ててみたい植物があれば教えてください',
      en: 'Is there a plant you would like to grow?',
      kr: '길러 보고 싶은 식물이 있다면 알려 주십시오',
      'zh-hans': '您想种什么植物？',
      'zh-hant': '您想種什麼植物？',
      th: 'มีต้นไม้ที่คุณอยากปลูกไหม',
    },
  },
  paymentMethods: { web: ['gmo', 'gmo_3ds'], spot: ['gmo_3ds', 'gmo'] },
  // Its visitors are invited; the venue answers for cards without 3-D Secure.
  allowsWithoutThreeDSecure: true,
  logo: { header: { width: 219, height: 31 }, print: { width: 246, height: 104 } },
  mail: { senderName: name, contact: 'hello@moegi.example' },
  issuer: {
    name: '萌木ラボ合同会社',
    address: '岡山県若芽市温室通り3',
    registrationNumber: 'T0000000000003',
  },
  legal: {
    seller: {
      ja: '萌木ラボ合同会社',
      en: 'Moegi Lab LLC',
      kr: '모에기 랩 합동회사',
      'zh-hans': '萌木实验室合同会社',
      'zh-hant': '萌木實驗室合同會社',
      th: 'บริษัท โมเอกิแล็บ แอลแอลซี',
    },
    representative: {
      ja: '代表社員 若芽 みどり',
      en: 'Midori Wakame, Representative Member',
      kr: '대표사원 와카메 미도리',
      'zh-hans': '代表社员 若芽翠',
      'zh-hant': '代表社員 若芽翠',
      th: 'มิโดริ วากาเมะ หุ้นส่วนผู้แทน',
    },
    phone: '0869-00-0003',
  },
})
