import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { audioGuide, ticketTypesOf } from './ticket-types.ts'

const NIGHT_PRICES = { adult: 2_200, youth: 1_500, child: 800 }
const DAWN_PRICES = { adult: 1_600, youth: 1_000, child: 500 }

const nightArches: DemoProduct = {
  siteKey: 'ruins',
  uuid: '84c8f3fe-3af1-445e-b24b-e889dae42906',
  saleType: 'time',
  basePrice: NIGHT_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 10,
  imagePath: '/sites/ruins/night-arches.svg',
  name: {
    ja: '月夜のアーチ散策',
    en: 'Arches by Moonlight',
    kr: '달밤의 아치 산책',
    'zh-hans': '月夜拱廊漫步',
    'zh-hant': '月夜拱廊漫步',
    th: 'เดินชมซุ้มโค้งใต้แสงจันทร์',
  },
  description: {
    ja: '灯籠の明かりを頼りに、石のアーチを奥へ奥へとくぐります。曇りの夜は、光でつくった月がのぼります。約70分です。',
    en: 'Lanterns lead you through one stone arch after another. On cloudy nights a moon of light rises. About 70 minutes.',
    kr: '등불을 따라 돌 아치를 하나씩 지나 안으로 들어갑니다. 흐린 밤에는 빛으로 만든 달이 떠오릅니다. 약 70분입니다.',
    'zh-hans': '循着灯笼的光，一座座穿过石拱。阴天的夜晚，会升起一轮光之月。约70分钟。',
    'zh-hant': '循著燈籠的光，一座座穿過石拱。陰天的夜晚，會升起一輪光之月。約70分鐘。',
    th: 'แสงโคมนำทางคุณลอดซุ้มหินเข้าไปทีละซุ้ม ในคืนที่มีเมฆจะมีดวงจันทร์แห่งแสงลอยขึ้น ใช้เวลาประมาณ 70 นาที',
  },
  caution: {
    ja: '足もとは暗い石畳です。かかとの高い靴はお控えください。',
    en: 'The stone paths are dark. Please do not wear high heels.',
    kr: '어두운 돌길을 걷습니다. 굽이 높은 신발은 삼가 주세요.',
    'zh-hans': '石板路光线较暗，请勿穿高跟鞋。',
    'zh-hant': '石板路光線較暗，請勿穿高跟鞋。',
    th: 'ทางหินค่อนข้างมืด โปรดงดสวมรองเท้าส้นสูง',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(NIGHT_PRICES),
  extras: [audioGuide(600)],
  spansOf: entryWindows({ first: at(18, 30), last: at(20, 30), window: 30 }),
  capacity: 50,
}

const dawnTerrace: DemoProduct = {
  siteKey: 'ruins',
  uuid: '5f6a96fa-10d0-4c2b-9890-5da91f48ab64',
  saleType: 'date',
  basePrice: DAWN_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/ruins/dawn-terrace.svg',
  name: {
    ja: '夜明けの石舞台',
    en: 'The Terrace at Dawn',
    kr: '새벽의 돌무대',
    'zh-hans': '黎明的石台',
    'zh-hant': '黎明的石台',
    th: 'ลานหินยามรุ่งสาง',
  },
  description: {
    ja: 'まだ人のいない遺構で、柱のあいだから昇る朝日を待ちます。5時30分から9時まで、お好きな時間にどうぞ。',
    en: 'Wait for the sun to rise between the columns, before anybody else is there. Come at any time from 5:30 to 9:00.',
    kr: '아직 아무도 없는 유적에서 기둥 사이로 떠오르는 아침 해를 기다립니다. 5시 30분부터 9시까지 원하는 시간에 오세요.',
    'zh-hans': '在尚无人迹的遗迹中，等待朝阳从石柱间升起。5:30至9:00之间可随时入场。',
    'zh-hant': '在尚無人跡的遺跡中，等待朝陽從石柱間升起。5:30至9:00之間可隨時入場。',
    th: 'รอชมพระอาทิตย์ขึ้นระหว่างเสาหินก่อนผู้คนจะมาถึง มาได้ทุกเวลาตั้งแต่ 5:30 ถึง 9:00 น.',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(DAWN_PRICES),
  extras: [],
  spansOf: openingHours(at(5, 30), at(9)),
  capacity: 120,
}

/** Products of the site `ruins`, in display order. */
export const RUINS_PRODUCTS: readonly DemoProduct[] = [nightArches, dawnTerrace]
