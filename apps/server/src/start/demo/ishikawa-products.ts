import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const GARDEN_PRICES = { adult: 1_500, youth: 900, child: 400 }
const TEA_PRICES = { adult: 2_600, youth: 2_600, child: 1_800 }

const snowGarden: DemoProduct = {
  siteKey: 'ishikawa',
  uuid: '1ba5bb3f-a5b6-407f-9800-a79635213cfe',
  saleType: 'date',
  basePrice: GARDEN_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/ishikawa/snow-garden-evening.svg',
  name: {
    ja: '雪吊りの庭、夕べの灯り',
    en: 'The Snow Garden by Evening',
    kr: '눈 정원의 저녁 등불',
    'zh-hans': '雪吊之庭·夕灯',
    'zh-hant': '雪吊之庭・夕燈',
    th: 'สวนหิมะยามเย็น',
  },
  description: {
    ja: '松を雪から守る縄の傘に、夕暮れから灯りがともります。15時30分から20時30分まで、お好きな時間にどうぞ。番傘は入口でお貸しします。',
    en: 'Ropes hold the snow off the pines; from dusk they are lit. Come at any time from 15:30 to 20:30. Paper umbrellas are lent at the gate.',
    kr: '눈으로부터 소나무를 지키는 줄 우산에 해 질 녘부터 불이 켜집니다. 15시 30분부터 20시 30분까지 원하는 시간에 오세요. 종이우산은 입구에서 빌려 드립니다.',
    'zh-hans': '为松树挡雪的绳伞，自黄昏起点亮。15:30至20:30之间可随时入园，入口处可借用纸伞。',
    'zh-hant': '為松樹擋雪的繩傘，自黃昏起點亮。15:30至20:30之間可隨時入園，入口處可借用紙傘。',
    th: 'เชือกที่คลุมต้นสนกันหิมะจะสว่างไสวตั้งแต่ยามพลบค่ำ มาได้ทุกเวลาตั้งแต่ 15:30 ถึง 20:30 น. มีร่มกระดาษให้ยืมที่ทางเข้า',
  },
  caution: {
    ja: '園路は雪ですべります。すべりにくい靴と暖かい服装でお越しください。',
    en: 'The paths are slippery with snow. Please wear warm clothes and shoes with good grip.',
    kr: '길이 눈으로 미끄럽습니다. 미끄럼이 적은 신발과 따뜻한 옷차림으로 와 주세요.',
    'zh-hans': '园内小径积雪湿滑，请穿防滑鞋并注意保暖。',
    'zh-hant': '園內小徑積雪濕滑，請穿防滑鞋並注意保暖。',
    th: 'ทางเดินลื่นเพราะหิมะ โปรดสวมรองเท้ากันลื่นและเสื้อผ้าที่อบอุ่น',
  },
  namingRight: {
    ja: '協賛：金雪箔打ち職人組合',
    en: 'Supported by the Gold Beaters of Kinsetsu',
    kr: '협찬: 긴세쓰 금박 장인 조합',
    'zh-hans': '赞助：金雪打箔匠人协会',
    'zh-hant': '贊助：金雪打箔職人公會',
    th: 'สนับสนุนโดยสมาคมช่างตีทองคินเซ็ตสึ',
  },
  ticketTypes: ticketTypesOf(GARDEN_PRICES),
  extras: [],
  spansOf: openingHours(at(15, 30), at(20, 30)),
  capacity: 260,
}

const goldLeafTea: DemoProduct = {
  siteKey: 'ishikawa',
  uuid: 'ad679972-af49-4a84-b894-fd0d63e95e4d',
  saleType: 'time',
  basePrice: TEA_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 10,
  imagePath: '/sites/ishikawa/gold-leaf-tea.svg',
  name: {
    ja: '金箔の一服',
    en: 'Tea with Gold Leaf',
    kr: '금박을 띄운 차 한 잔',
    'zh-hans': '金箔抹茶',
    'zh-hant': '金箔抹茶',
    th: 'ชาโรยแผ่นทอง',
  },
  description: {
    ja: '丸窓の向こうに雪の庭。お点前の一服に、ご自分で金箔をひとひら浮かべます。生菓子つき、約40分です。お庭の入場も含まれます。',
    en: 'A round window, the snow garden behind it, and a bowl of tea on which you lay a leaf of gold yourself. With a sweet; about 40 minutes. Entry to the garden is included.',
    kr: '둥근 창 너머로 눈 정원이 보입니다. 정성껏 낸 말차 한 잔에 금박 한 조각을 직접 띄웁니다. 생과자가 함께 나오며 약 40분 걸립니다. 정원 입장이 포함되어 있습니다.',
    'zh-hans': '圆窗之外是雪庭。在一碗抹茶上，亲手浮起一片金箔。附和果子，约40分钟，含庭园入场。',
    'zh-hant': '圓窗之外是雪庭。在一碗抹茶上，親手浮起一片金箔。附和菓子，約40分鐘，含庭園入場。',
    th: 'นอกหน้าต่างกลมคือสวนหิมะ คุณวางแผ่นทองลงบนชาหนึ่งถ้วยด้วยตัวเอง พร้อมขนมหวาน ประมาณ 40 นาที รวมค่าเข้าสวนแล้ว',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(TEA_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(10), last: at(16), window: 45 }),
  capacity: 18,
}

/** Products of the site `ishikawa`, in display order. */
export const ISHIKAWA_PRODUCTS: readonly DemoProduct[] = [snowGarden, goldLeafTea]
