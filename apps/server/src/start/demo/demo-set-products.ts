import type { DemoSetProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'

const DIGITAL_FOREST = '32aee527-a2a1-47d0-8fb4-931e6492060b'
const NIGHT_GARDEN = '7524377b-3d55-4a8b-add4-d8f9658bb544'
const SEASON_PASS = '9c676e1f-7a49-4560-b6d5-33be3f8df576'
const CLOUD_GALLERY = '859ac336-3e82-4c57-b2db-7c3e38facf22'
const DUSK_WALK = 'ccf81548-8270-4a18-8846-aa806293877d'

/** The values that all set products share. */
const PLAIN = {
  weekendExtra: 0,
  graceMinutes: 0,
  namingRight: null,
  ticketTypes: [],
  extras: [],
  num: 0,
} as const

const teaInTheForest: DemoSetProduct = {
  ...PLAIN,
  siteKey: 'demo',
  uuid: '5d1c2f0e-6f5b-4b0a-9a53-2f8e0c7a41d6',
  goesWith: [DIGITAL_FOREST, SEASON_PASS],
  saleType: 'time',
  basePrice: 1_200,
  imagePath: '/sites/demo/tea-in-the-forest.svg',
  name: {
    ja: '森のお茶',
    en: 'Tea in the Forest',
    kr: '숲속의 차',
    'zh-hans': '林间茶席',
    'zh-hant': '林間茶席',
    th: 'ชากลางป่า',
  },
  description: {
    ja: '器にお茶を注ぐと、水面に花が咲きます。温かい緑茶か冷たい柚子茶をおひとつ、席の時間は45分です。',
    en: 'Pour the tea, and a flower opens in the bowl. One hot green tea or one cold yuzu tea; your seat is yours for 45 minutes.',
    kr: '그릇에 차를 따르면 수면에 꽃이 핍니다. 따뜻한 녹차 또는 시원한 유자차 한 잔, 좌석 이용 시간은 45분입니다.',
    'zh-hans': '将茶注入碗中，水面便会绽开花朵。热绿茶或冰柚子茶任选一杯，座位可使用45分钟。',
    'zh-hant': '將茶注入碗中，水面便會綻開花朵。熱綠茶或冰柚子茶任選一杯，座位可使用45分鐘。',
    th: 'เมื่อรินชาลงในถ้วย ดอกไม้จะบานบนผิวน้ำ เลือกชาเขียวร้อนหรือชายูซุเย็น 1 ที่ ใช้ที่นั่งได้ 45 นาที',
  },
  caution: {
    ja: 'お席の時間に遅れると、ご案内できないことがあります。',
    en: 'If you are late for your seat, we may not be able to serve you.',
    kr: '예약 시간에 늦으시면 안내해 드리지 못할 수 있습니다.',
    'zh-hans': '如未能准时入座，可能无法为您安排。',
    'zh-hant': '如未能準時入座，可能無法為您安排。',
    th: 'หากมาช้ากว่าเวลาที่จอง อาจไม่สามารถให้บริการได้',
  },
  spansOf: entryWindows({ first: at(11), last: at(17), window: 60 }),
  capacity: 16,
}

const pictureBook: DemoSetProduct = {
  ...PLAIN,
  siteKey: 'demo',
  uuid: 'b8a7c4d2-1e93-4f6d-8c25-7d40b1f3e9aa',
  goesWith: [DIGITAL_FOREST, NIGHT_GARDEN, SEASON_PASS],
  saleType: 'date',
  basePrice: 1_800,
  imagePath: '/sites/demo/picture-book.svg',
  name: {
    ja: '絵本「森のひかり」',
    en: 'Picture Book',
    kr: '그림책 「숲의 빛」',
    'zh-hans': '绘本《森林之光》',
    'zh-hant': '繪本《森林之光》',
    th: 'หนังสือภาพ “แสงแห่งป่า”',
  },
  description: {
    ja: '森に住む光たちの一日を描いた、32ページの絵本です。ご来場の日に売店でお渡しします。',
    en: 'A day in the life of the lights that live in the forest, in 32 pages. Pick it up at the shop on the day of your visit.',
    kr: '숲에 사는 빛들의 하루를 담은 32쪽 그림책입니다. 방문하시는 날 매점에서 드립니다.',
    'zh-hans': '描绘住在森林里的光的一天，共32页。请于参观当日在商店领取。',
    'zh-hant': '描繪住在森林裡的光的一天，共32頁。請於參觀當日在商店領取。',
    th: 'หนังสือภาพ 32 หน้า เล่าหนึ่งวันของแสงที่อาศัยอยู่ในป่า รับได้ที่ร้านค้าในวันเข้าชม',
  },
  caution: null,
  spansOf: openingHours(at(10), at(21, 30)),
  capacity: 60,
}

const windowSeat: DemoSetProduct = {
  ...PLAIN,
  siteKey: 'mori',
  uuid: '2c9e6b71-0d48-4a3c-b7f5-94e1a8d05c63',
  goesWith: [CLOUD_GALLERY, DUSK_WALK],
  saleType: 'time',
  basePrice: 1_500,
  imagePath: '/sites/mori/window-seat.svg',
  name: {
    ja: '雲のクリームソーダと窓辺の席',
    en: 'Cloud Cream Soda by the Window',
    kr: '구름 크림소다와 창가 자리',
    'zh-hans': '云朵冰淇淋苏打与靠窗座位',
    'zh-hant': '雲朵冰淇淋蘇打與靠窗座位',
    th: 'ครีมโซดาเมฆกับที่นั่งริมหน้าต่าง',
  },
  description: {
    ja: '52階の喫茶室の窓辺で、雲を浮かべたクリームソーダをおひとつ。席の時間は60分です。',
    en: 'One cream soda with a cloud on it, at a window of the tearoom on the 52nd floor. Your seat is yours for 60 minutes.',
    kr: '52층 찻집 창가에서 구름을 띄운 크림소다 한 잔. 좌석 이용 시간은 60분입니다.',
    'zh-hans': '在52层茶室的窗边，享用一杯浮着云朵的冰淇淋苏打。座位可使用60分钟。',
    'zh-hant': '在52樓茶室的窗邊，享用一杯浮著雲朵的冰淇淋蘇打。座位可使用60分鐘。',
    th: 'ครีมโซดาลอยเมฆ 1 แก้ว ริมหน้าต่างร้านน้ำชาชั้น 52 ใช้ที่นั่งได้ 60 นาที',
  },
  caution: null,
  spansOf: entryWindows({ first: at(11), last: at(19), window: 60 }),
  capacity: 12,
}

const cloudPostcards: DemoSetProduct = {
  ...PLAIN,
  siteKey: 'mori',
  uuid: '7f40d3a9-85c2-4e17-9b6e-c1d25f8a306b',
  goesWith: [CLOUD_GALLERY, DUSK_WALK],
  saleType: 'date',
  basePrice: 700,
  imagePath: '/sites/mori/cloud-postcards.svg',
  name: {
    ja: '雲の絵はがき 五枚組',
    en: 'Five Cloud Postcards',
    kr: '구름 그림엽서 5장 세트',
    'zh-hans': '云朵明信片五张套装',
    'zh-hant': '雲朵明信片五張套組',
    th: 'โปสการ์ดเมฆ ชุด 5 ใบ',
  },
  description: {
    ja: '朝、昼、夕暮れ、夜、雨。塔から描いた五つの空です。ご来場の日に受付でお渡しします。',
    en: 'Morning, noon, dusk, night and rain: five skies drawn from the tower. Pick them up at the desk on the day of your visit.',
    kr: '아침, 낮, 해 질 녘, 밤, 비. 타워에서 그린 다섯 하늘입니다. 방문하시는 날 안내 데스크에서 드립니다.',
    'zh-hans': '清晨、正午、黄昏、夜晚与雨，从塔上画下的五种天空。请于参观当日在服务台领取。',
    'zh-hant': '清晨、正午、黃昏、夜晚與雨，從塔上畫下的五種天空。請於參觀當日在服務台領取。',
    th: 'เช้า กลางวัน ยามเย็น กลางคืน และฝน ท้องฟ้าห้าแบบที่วาดจากหอคอย รับได้ที่เคาน์เตอร์ในวันเข้าชม',
  },
  caution: null,
  spansOf: openingHours(at(10), at(21, 30)),
  capacity: 80,
}

/** The set products of all sites, each site's in display order. */
export const DEMO_SET_PRODUCTS: readonly DemoSetProduct[] = [
  teaInTheForest,
  pictureBook,
  windowSeat,
  cloudPostcards,
]
