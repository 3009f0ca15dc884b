import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours, passOf } from './demo-spans.ts'
import { audioGuide, ticketTypesOf } from './ticket-types.ts'

const DAY_PRICES = { adult: 3_200, youth: 2_200, child: 1_000 }
const PASS_PRICES = { adult: 12_000, youth: 8_000, child: 4_000 }

const digitalForest: DemoProduct = {
  siteKey: 'demo',
  uuid: '32aee527-a2a1-47d0-8fb4-931e6492060b',
  saleType: 'time',
  basePrice: DAY_PRICES.adult,
  weekendExtra: 400,
  graceMinutes: 15,
  imagePath: '/sites/demo/digital-forest.svg',
  name: {
    ja: 'デジタルフォレスト',
    en: 'Digital Forest',
    kr: '디지털 포레스트',
    'zh-hans': '数字森林',
    'zh-hant': '數位森林',
    th: 'ดิจิทัลฟอเรสต์',
  },
  description: {
    ja: '光の川が流れ、幹に花が咲く、屋内の森。入場時間の枠の中でお越しください。退場時間に決まりはなく、ゆっくり歩いて60分ほどです。',
    en: 'An indoor forest where streams of light run over the floor and flowers open on the trunks. Come within your entry time; stay as long as you like. A slow walk takes about 60 minutes.',
    kr: '빛의 강이 흐르고 나무줄기에 꽃이 피는 실내의 숲입니다. 입장 시간대 안에 와 주세요. 퇴장 시간은 정해져 있지 않으며, 천천히 걸으면 약 60분 걸립니다.',
    'zh-hans':
      '光之河流淌于地面，花朵在树干上绽放的室内森林。请在入场时段内到场，离场时间不限。慢慢走完约需60分钟。',
    'zh-hant':
      '光之河流淌於地面，花朵在樹幹上綻放的室內森林。請在入場時段內到場，離場時間不限。慢慢走完約需60分鐘。',
    th: 'ป่าในร่มที่มีสายธารแห่งแสงไหลบนพื้นและดอกไม้บานบนลำต้น โปรดมาถึงภายในช่วงเวลาเข้าชม อยู่ได้นานเท่าที่ต้องการ เดินช้า ๆ ใช้เวลาประมาณ 60 นาที',
  },
  caution: {
    ja: '館内は暗く、床の一部が鏡になっています。歩きやすい靴でお越しください。',
    en: 'The rooms are dark and parts of the floor are mirrors. Please wear comfortable shoes.',
    kr: '실내가 어둡고 바닥 일부가 거울로 되어 있습니다. 편한 신발을 신고 와 주세요.',
    'zh-hans': '馆内光线较暗，部分地面为镜面，请穿着便于行走的鞋。',
    'zh-hant': '館內光線較暗，部分地面為鏡面，請穿著便於行走的鞋。',
    th: 'ภายในค่อนข้างมืดและพื้นบางส่วนเป็นกระจก โปรดสวมรองเท้าที่เดินสบาย',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(DAY_PRICES),
  extras: [audioGuide(500)],
  spansOf: entryWindows({ first: at(10), last: at(18, 30), window: 30 }),
  capacity: 40,
}

const nightGarden: DemoProduct = {
  siteKey: 'demo',
  uuid: '7524377b-3d55-4a8b-add4-d8f9658bb544',
  saleType: 'date',
  basePrice: DAY_PRICES.adult,
  weekendExtra: 400,
  graceMinutes: 0,
  imagePath: '/sites/demo/night-garden.svg',
  name: {
    ja: '夜の庭',
    en: 'Night Garden',
    kr: '밤의 정원',
    'zh-hans': '夜之庭',
    'zh-hant': '夜之庭',
    th: 'สวนยามค่ำคืน',
  },
  description: {
    ja: '日が沈むと、池のまわりの花が光りはじめます。17時30分から21時30分まで、お好きな時間にどうぞ。雨の日もひらいています。',
    en: 'When the sun is down, the flowers around the pond begin to glow. Come at any time from 17:30 to 21:30. Open in the rain too.',
    kr: '해가 지면 연못가의 꽃들이 빛나기 시작합니다. 17시 30분부터 21시 30분까지 원하는 시간에 오세요. 비 오는 날에도 엽니다.',
    'zh-hans': '太阳落山后，池边的花朵开始发光。17:30至21:30之间可随时入园，雨天照常开放。',
    'zh-hant': '太陽下山後，池邊的花朵開始發光。17:30至21:30之間可隨時入園，雨天照常開放。',
    th: 'เมื่อพระอาทิตย์ตก ดอกไม้รอบสระน้ำจะเริ่มเรืองแสง มาได้ทุกเวลาตั้งแต่ 17:30 ถึง 21:30 น. เปิดแม้ในวันฝนตก',
  },
  caution: {
    ja: '屋外の展示です。暖かい服装でお越しください。',
    en: 'The garden is outdoors. Please dress warmly.',
    kr: '야외 전시입니다. 따뜻한 옷차림으로 와 주세요.',
    'zh-hans': '本展位于户外，请注意保暖。',
    'zh-hant': '本展位於戶外，請注意保暖。',
    th: 'สวนอยู่กลางแจ้ง โปรดสวมเสื้อผ้าที่อบอุ่น',
  },
  namingRight: {
    ja: '協賛：灯森の庭を育てる会',
    en: 'Supported by the Friends of the Tomori Garden',
    kr: '협찬: 도모리 정원을 가꾸는 모임',
    'zh-hans': '赞助：灯森庭园之友会',
    'zh-hant': '贊助：燈森庭園之友會',
    th: 'สนับสนุนโดยกลุ่มเพื่อนสวนโทโมริ',
  },
  ticketTypes: ticketTypesOf(DAY_PRICES),
  extras: [],
  spansOf: openingHours(at(17, 30), at(21, 30)),
  capacity: 300,
}

const seasonPass: DemoProduct = {
  siteKey: 'demo',
  uuid: '9c676e1f-7a49-4560-b6d5-33be3f8df576',
  saleType: 'period',
  basePrice: PASS_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/demo/season-pass.svg',
  name: {
    ja: 'シーズンパス',
    en: 'Season Pass',
    kr: '시즌 패스',
    'zh-hans': '四季通票',
    'zh-hant': '四季通票',
    th: 'บัตรผ่านตลอดฤดูกาล',
  },
  description: {
    ja: '選んだ日から一年間、春も夏も秋も冬も、昼の森へ何度でも。火曜日は休館です。',
    en: 'The forest by day in spring, summer, autumn and winter, as often as you like for one year from the day you choose. Closed on Tuesdays.',
    kr: '선택한 날부터 1년 동안, 봄·여름·가을·겨울 낮의 숲을 몇 번이든 즐길 수 있습니다. 화요일은 휴관입니다.',
    'zh-hans': '自所选之日起一年内，春夏秋冬，可无限次走进白天的森林。每周二闭馆。',
    'zh-hant': '自所選之日起一年內，春夏秋冬，可無限次走進白天的森林。每週二休館。',
    th: 'เข้าชมป่าในเวลากลางวันได้ไม่จำกัดครั้งทั้งสี่ฤดู เป็นเวลาหนึ่งปีนับจากวันที่เลือก ปิดทุกวันอังคาร',
  },
  caution: {
    ja: 'ご本人のみお使いいただけます。混雑する日は入場をお待ちいただくことがあります。',
    en: 'For the holder only. On busy days you may have to wait before coming in.',
    kr: '본인만 사용할 수 있습니다. 붐비는 날에는 입장을 기다리실 수 있습니다.',
    'zh-hans': '仅限本人使用。人多时可能需要等候入场。',
    'zh-hant': '僅限本人使用。人多時可能需要等候入場。',
    th: 'ใช้ได้เฉพาะเจ้าของบัตร ในวันที่มีผู้ชมมากอาจต้องรอก่อนเข้า',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(PASS_PRICES),
  extras: [],
  spansOf: passOf(365),
  capacity: 60,
}

/** Products of the site `demo`, in display order. */
export const TOMORI_PRODUCTS: readonly DemoProduct[] = [digitalForest, nightGarden, seasonPass]
