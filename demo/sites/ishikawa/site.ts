import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '金雪の庭',
  en: 'Kinsetsu, the Garden of Gold and Snow',
  kr: '긴세쓰, 금과 눈의 정원',
  'zh-hans': '金雪之庭',
  'zh-hant': '金雪之庭',
  th: 'สวนคินเซ็ตสึ สวนหิมะสีทอง',
} as const

/** A winter garden whose pines carry cones of golden rope. */
export const ishikawa = defineSite({
  key: 'ishikawa',
  title: { ja: 'チケット | 金雪の庭', default: 'Tickets | Kinsetsu, the Garden of Gold and Snow' },
  name,
  tagline: {
    ja: '松に縄の傘、雪に金のひとひら。',
    en: 'Ropes of gold over the pines, a leaf of gold in the snow.',
    kr: '소나무에는 줄 우산, 눈 위에는 금박 한 조각.',
    'zh-hans': '松上绳伞，雪中一片金箔。',
    'zh-hant': '松上繩傘，雪中一片金箔。',
    th: 'เชือกทองคลุมต้นสน แผ่นทองโปรยบนหิมะ',
  },
  look: { opening: 'paper', products: 'stubs' },
  address: {
    ja: '石川県 金雪市 庭町4-1',
    en: '4-1 Niwamachi, Kinsetsu-shi, Ishikawa, Japan',
    kr: '일본 이시카와현 긴세쓰시 니와마치 4-1',
    'zh-hans': '日本石川县金雪市庭町4-1',
    'zh-hant': '日本石川縣金雪市庭町4-1',
    th: '4-1 นิวามาจิ เมืองคินเซ็ตสึ จังหวัดอิชิกาวะ ประเทศญี่ปุ่น',
  },
  signIn: {
    residentArea: 'prefectures',
    question1: {
      question: {
        ja: '当園をどこでお知りになりましたか',
        en: 'How did you hear of the garden?',
        kr: '저희 정원을 어떻게 알게 되셨습니까?',
        'zh-hans': '您是从哪里得知本园的？',
        'zh-hant': '您是從哪裡得知本園的？',
        th: 'คุณรู้จักสวนของเราจากที่ใด',
      },
      answers: [
        {
          value: 'friends',
          label: {
            ja: '家族・友人',
            en: 'Family or friends',
            kr: '가족·친구',
            'zh-hans': '家人或朋友',
            'zh-hant': '家人或朋友',
            th: 'ครอบครัวหรือเพื่อน',
          },
        },
        {
          value: 'internet',
          label: {
            ja: 'インターネット・SNS',
            en: 'The internet or social media',
            kr: '인터넷·SNS',
            'zh-hans': '网络或社交媒体',
            'zh-hant': '網路或社群媒體',
            th: 'อินเทอร์เน็ตหรือโซเชียลมีเดีย',
          },
        },
        {
          value: 'press',
          label: {
            ja: '新聞・雑誌・テレビ',
            en: 'Newspaper, magazine or television',
            kr: '신문·잡지·TV',
            'zh-hans': '报纸、杂志或电视',
            'zh-hant': '報紙、雜誌或電視',
            th: 'หนังสือพิมพ์ นิตยสาร หรือโทรทัศน์',
          },
        },
        {
          value: 'lodging',
          label: {
            ja: '宿・旅行会社',
            en: 'A hotel or travel agency',
            kr: '숙소·여행사',
            'zh-hans': '酒店或旅行社',
            'zh-hant': '飯店或旅行社',
            th: 'ที่พักหรือบริษัททัวร์',
          },
        },
        {
          value: 'passing_by',
          label: {
            ja: '通りがかり・その他',
            en: 'Walked past, or otherwise',
            kr: '지나가다가·기타',
            'zh-hans': '路过或其他',
            'zh-hant': '路過或其他',
            th: 'เดินผ่านมาหรืออื่น ๆ',
          },
        },
      ],
    },
  },
  paymentMethods: { web: ['gmo_3ds'] },
  logo: { header: { width: 202, height: 32 }, print: { width: 214, height: 104 } },
  mail: { senderName: name, contact: 'niwa@kinsetsu.example' },
  issuer: {
    name: '公益財団法人 金雪の庭',
    address: '石川県金雪市庭町4-1',
    registrationNumber: 'T0000000000014',
  },
  legal: {
    seller: {
      ja: '公益財団法人 金雪の庭',
      en: 'Kinsetsu Garden Foundation',
      kr: '공익재단법인 긴세쓰 정원',
      'zh-hans': '公益财团法人金雪之庭',
      'zh-hant': '公益財團法人金雪之庭',
      th: 'มูลนิธิสวนคินเซ็ตสึ',
    },
    representative: {
      ja: '代表理事 庭野 箔',
      en: 'Haku Niwano, Representative Director',
      kr: '대표이사 니와노 하쿠',
      'zh-hans': '代表理事 庭野箔',
      'zh-hant': '代表理事 庭野箔',
      th: 'ฮากุ นิวาโนะ กรรมการผู้แทน',
    },
    phone: '076-000-0014',
  },
})
